/** Colours for the light and the dark theme. Text colours have a contrast of at least 4.5 on their backgrounds. */
const COLOURS: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  ground: ['#f5f6f8', '#0e1116'],
  surface: ['#ffffff', '#161a21'],
  sunken: ['#f2f4f7', '#10141a'],
  line: ['#dfe3e9', '#2a313c'],
  ink: ['#171b22', '#e8ebf0'],
  muted: ['#566070', '#9ba6b6'],
  link: ['#1c57b8', '#86b6ff'],
  red: ['#b91c2b', '#ff8a8a'],
  green: ['#0a6e46', '#57cf97'],
  amber: ['#8a5200', '#f2bd5c'],
  violet: ['#6a3fb5', '#c3a6ff'],
  orange: ['#a33d00', '#ff9d66'],
  grey: ['#566070', '#9ba6b6'],
}

function variables(column: 0 | 1): string {
  return Object.entries(COLOURS)
    .map(([name, pair]) => `--${name}:${pair[column]};`)
    .join('')
}

/** Custom properties, light or dark as the system prefers. */
export const THEME = `
:root{color-scheme:light;${variables(0)}}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;${variables(1)}}}
.o-error{--c:var(--orange)}
.o-failed,.o-unexpected-pass,.o-expired-excuse{--c:var(--red)}
.o-passed{--c:var(--green)}
.o-inconclusive{--c:var(--amber)}
.o-known-failure{--c:var(--violet)}
.o-not-applicable,.o-disabled{--c:var(--grey)}
`

const FRAME = `
*{box-sizing:border-box}
html{scroll-padding-top:76px}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%}
code,pre,.path,.xid,.id,.ops .t{font-family:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{font-size:.9em;overflow-wrap:anywhere}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:2px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.sprite{position:absolute}
.skip{position:absolute;left:-999px;top:8px;background:var(--surface);padding:8px 12px;z-index:9}
.skip:focus{left:8px}
.mut,small{color:var(--muted)}
.s{width:1.15em;height:1.15em;flex:none;vertical-align:-.2em;border-radius:50%;background:var(--c);stroke:var(--surface);stroke-width:1.9;fill:none;stroke-linecap:round;stroke-linejoin:round}
.top{display:flex;gap:4px 14px;align-items:center;max-width:1200px;margin:auto;padding:12px 24px 0;flex-wrap:wrap}
.top b{font-size:14px;letter-spacing:.01em;margin-right:auto}
.top nav{display:flex;flex-wrap:wrap;gap:2px 16px;font-size:14px}
.top nav a{color:var(--muted);text-decoration:none;padding:3px 0;min-height:24px}
.top nav a:hover{color:var(--ink);text-decoration:underline}
button,select,input{font:inherit;font-size:14px;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:6px 11px;min-height:34px}
button{cursor:pointer}
button:hover,select:hover{border-color:var(--muted)}
main{max-width:1200px;margin:auto;padding:12px 24px 64px}
section{margin-top:36px}
h1,h2,h3,p,ul,dl{margin:0}
ul{padding:0;list-style:none}
h2{font-size:20px;line-height:1.3;letter-spacing:-.01em;margin-bottom:14px;text-wrap:balance}
h2 .n,h3 .n{font-size:14px;font-weight:400;color:var(--muted);letter-spacing:0;margin-left:6px}
.hero{margin-top:0;background:var(--surface);border:1px solid var(--line);border-radius:14px;padding:20px 26px 14px;display:grid;gap:12px;position:relative;overflow:hidden}
.hero::before{content:"";position:absolute;inset:0 auto 0 0;width:6px;background:var(--c)}
.say{display:flex;gap:18px}
.say>.s{width:46px;height:46px;margin-top:2px;stroke-width:1.5}
h1{font-size:32px;line-height:1.1;letter-spacing:-.025em;color:var(--c)}
.intro{font-size:17px;margin-top:4px;text-wrap:balance}
.target{margin-top:8px;display:flex;flex-wrap:wrap;gap:0 12px;font-size:14px}
.target code{font-size:14px}
.facts{display:flex;flex-wrap:wrap;gap:2px 18px;font-size:13.5px;color:var(--muted);font-variant-numeric:tabular-nums}
.facts .since,.facts .trend{flex-basis:100%}
.trend svg{vertical-align:-5px;margin-right:8px}
.trend rect{fill:var(--c)}
.causes{margin:2px 0 0;padding:0;list-style:none;border-top:1px solid var(--line)}
.causes li{display:grid;grid-template-columns:minmax(90px,auto) minmax(0,1fr);gap:0 14px;padding:7px 0;border-bottom:1px solid var(--line)}
.causes .id{grid-row:1/3;color:var(--c);font-weight:700;font-size:13.5px;min-height:24px;min-width:170px;padding-top:2px}
.causes .req{font-weight:600}
.causes .seen{font-size:13.5px;color:var(--muted);overflow-wrap:anywhere}
.causes .rest{grid-template-columns:1fr}
.causes .rest a{min-height:24px}
.critical{background:var(--c);color:var(--surface);border-radius:99px;padding:1px 9px;font-size:12px;font-weight:600}
.digest{font-size:14px;background:color-mix(in srgb,var(--amber) 10%,var(--surface));border-radius:8px;padding:8px 14px}
.digest li+li{margin-top:4px}
.bar{display:flex;gap:2px;height:8px;border-radius:4px;overflow:hidden;margin-top:2px}
.bar span{background:var(--c);min-width:4px;flex-basis:0}
.legend{display:flex;flex-wrap:wrap;gap:2px 18px;font-size:13.5px;margin-top:-8px}
.legend .s{margin-right:6px}
.map{display:grid;grid-template-columns:minmax(0,.66fr) minmax(0,1fr);gap:20px 28px;margin-top:18px}
.map h2{font-size:14px;margin-bottom:8px;letter-spacing:0;color:var(--muted);font-weight:600}
.map>div{display:flex;flex-direction:column}
.tiles{flex:1;grid-auto-rows:1fr;display:grid;grid-template-columns:repeat(3,1fr);gap:8px}
.tile,.op{color:var(--ink);text-decoration:none;border:1px solid color-mix(in srgb,var(--c) 38%,var(--line));background:color-mix(in srgb,var(--c) 9%,var(--surface));border-radius:10px}
a.tile,a.op{background:linear-gradient(90deg,var(--red) var(--v),var(--green) 0 var(--p),var(--amber) 0 var(--i),var(--grey) 0) left bottom/100% 3px no-repeat,color-mix(in srgb,var(--c) 9%,var(--surface));overflow:hidden}
a.tile:hover,a.op:hover{border-color:var(--c)}
.tile{display:grid;grid-template-columns:auto 1fr;gap:1px 7px;padding:9px 11px;height:100%;min-height:94px;align-content:start;font-size:13.5px;line-height:1.3}
.tile .no{font-weight:700;justify-self:end;color:var(--muted)}
.tile .t{grid-column:1/-1;font-weight:600;margin-top:4px}
.tile .c{grid-column:1/-1;font-size:12.5px}
.tile .c,.op .c{color:var(--muted)}
.o-failed>.c,.o-error>.c,.o-inconclusive>.c{color:var(--c);font-weight:600}
.ops{display:grid;grid-template-columns:1fr 1fr;gap:6px}
.ops li:first-child:nth-last-child(odd){grid-column:1/-1}
.op{height:100%;display:flex;align-items:center;gap:7px;padding:5px 9px;font-size:12.5px;line-height:1.3;min-height:33px}
.op .t{min-width:0;overflow-wrap:anywhere}
.op .c{margin-left:auto;white-space:nowrap;font-size:12px}
.beside{margin-top:6px;padding-top:6px;border-top:1px dashed var(--line)}
.beside .t{font-family:inherit}
@media (max-width:860px){
main,.top{padding-left:16px;padding-right:16px}
.top nav{order:3;flex-basis:100%}
.hero{padding:16px 16px 12px}
.causes li{grid-template-columns:minmax(0,1fr)}
.causes .id{grid-row:auto;min-width:0}
.say>.s{width:40px;height:40px}
h1{font-size:30px}
.map{grid-template-columns:minmax(0,1fr)}
}
@media (max-width:560px){
.ops{grid-template-columns:minmax(0,1fr)}
.tiles{gap:6px}
.tile{padding:8px 7px;min-height:0;font-size:12px;letter-spacing:-.01em;overflow-wrap:anywhere}
.top nav{display:none}
.say{gap:10px}
.say>.s{width:30px;height:30px}
.intro{font-size:15.5px}
}
.half{background:none;border:1.6px solid var(--c);color:var(--c);stroke:var(--c)}
.s.o-error{border-radius:28%}
@media print{.bar-tools,.top nav,button{display:none}body{background:none}}
`

/** Styles of violations, requirements and the lists below them. */
const CONTENT_STYLES = `
.bar-tools{position:sticky;top:0;z-index:5;display:flex;flex-wrap:wrap;gap:8px;align-items:center;background:var(--ground);margin:0 -24px 12px;padding:10px 24px;scroll-margin-top:0;border-bottom:1px solid var(--line)}
.bar-tools[hidden]{display:none}
.bar-tools .grow{flex:1 1 240px}
.bar-tools input[type=search]{width:100%}
.bar-tools select{width:140px}
.bar-tools fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:6px}
.chip{display:flex;align-items:center;gap:6px;font-size:13px;border:1px solid var(--line);border-radius:99px;padding:3px 11px 3px 6px;background:var(--surface);cursor:pointer;min-height:30px}
.chip input{position:absolute;opacity:0;width:1px;min-height:0;height:1px;padding:0}
.chip:has(:checked){border-color:var(--ink);box-shadow:inset 0 0 0 1px var(--ink)}
.chip:has(:focus-visible){outline:2px solid var(--link);outline-offset:2px}
#hits{font-size:13px;color:var(--muted);min-width:0}
.calm{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:16px 20px}
.note{background:color-mix(in srgb,var(--amber) 12%,var(--surface));border-radius:8px;padding:8px 12px;margin-top:8px;overflow-wrap:anywhere}
.index{margin-bottom:16px;background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:10px 18px}
.index summary,.more>summary{cursor:pointer;font-weight:600;font-size:14px;padding:3px 0}
.index ul{margin:6px 0 4px}
.index li{display:grid;grid-template-columns:minmax(150px,290px) 1fr;gap:2px 16px;padding:4px 0;font-size:14px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:18px 22px;margin-bottom:16px}
.card:target,.row:target,.x:target{outline:2px solid var(--link);outline-offset:2px}
.card h3{display:flex;align-items:center;gap:9px;font-size:15px}
.card h3 .s{width:22px;height:22px}
.card .id{color:var(--c);text-decoration:none;font-weight:700}
.card .id:hover{text-decoration:underline}
.card .req{font-size:18px;line-height:1.4;font-weight:600;letter-spacing:-.01em;margin-top:6px;max-width:75ch;text-wrap:pretty}
.meta{display:flex;flex-wrap:wrap;gap:0 14px;color:var(--muted);font-size:13.5px;margin-top:4px}
.f{margin-top:14px;padding-top:14px;border-top:1px solid var(--line)}
.where{font-size:14px;overflow-wrap:anywhere;display:flex;flex-wrap:wrap;gap:0 8px}
.where>code:first-child{font-weight:700}
.f>p.mut{font-size:13.5px;margin-top:8px}
.times{color:var(--amber);font-weight:600}
.diff{display:grid;grid-template-columns:auto minmax(0,1fr);margin-top:8px;font-size:14px;border:1px solid var(--line);border-radius:8px;overflow:hidden}
.diff dt,.diff dd{margin:0;padding:7px 12px;--c:var(--green);background:color-mix(in srgb,var(--c) 7%,var(--surface))}
.diff dt{color:var(--c);font-weight:600;font-size:13px;line-height:21px}
.diff dd{font-family:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:13px;overflow-wrap:anywhere}
.diff dt:nth-of-type(2),.diff dd:nth-of-type(2){--c:var(--red)}
mark{color:inherit;background:color-mix(in srgb,var(--c) 26%,var(--surface));border-radius:3px;padding:1px 0}
pre mark{--c:var(--amber)}
.lbl{font-size:12.5px;color:var(--muted);font-weight:600;margin:12px 0 4px}
pre{margin:0;background:var(--sunken);border:1px solid var(--line);border-radius:8px;padding:10px 12px;font-size:12.5px;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere}
.cmd{position:relative}
.body{max-height:420px;overflow:auto}
.copy{position:sticky;top:0;float:right;margin:-5px -7px 0 8px;font:600 12px/1 system-ui,sans-serif;min-height:26px;padding:4px 9px}
.hd{color:var(--muted)}
.panes{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.4fr);gap:0 14px}
.x{margin-top:10px;border:1px solid var(--line);border-radius:8px;padding:0 12px}
.x[open]{padding-bottom:12px}
.x summary,.x.flat{cursor:pointer;padding:7px 0;font-size:13px;overflow-wrap:anywhere}
.x.flat{cursor:default;padding:7px 12px}
.xid{color:var(--muted)}
.st{font-weight:700;border-radius:5px;padding:1px 6px;--c:var(--green);color:var(--c);background:color-mix(in srgb,var(--c) 9%,var(--surface))}
.st-4{--c:var(--amber)}.st-5{--c:var(--red)}
.more{margin-top:12px}
.fold{margin-top:6px}
.fold>summary{font-weight:400!important;overflow-wrap:anywhere}
.like{font-size:13px;margin-top:4px}
.follows{margin:-6px 0 16px;padding:0 0 0 14px;border-left:3px solid var(--line)}
.follows>summary{cursor:pointer;font-size:14px;font-weight:600;padding:4px 0;min-height:24px}
.follows .card{margin-top:10px}
.part{margin-top:8px;background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:0 14px}
.part>summary{cursor:pointer;padding:10px 0;display:flex;flex-wrap:wrap;gap:0 12px;align-items:baseline}
.part>summary::before{content:"▸";color:var(--muted)}
.part[open]>summary::before{content:"▾"}
.part h3,#not-exercised h3{font-size:15px;margin:0}
.part .n{font-size:14px;color:var(--muted)}
#not-exercised h3{margin-top:18px}
#not-exercised h3+p,#open h2+p,#exchanges h2+p{margin-bottom:8px}
.row{border-top:1px solid var(--line);margin:0 -14px;padding:0 14px}
.row:last-of-type{border-radius:0 0 10px 10px}
.row summary{display:grid;grid-template-columns:auto auto minmax(0,1fr) auto;gap:2px 10px;align-items:baseline;padding:8px 0;cursor:pointer;list-style:none;font-size:14px}
.row summary::-webkit-details-marker{display:none}
.row summary .s{align-self:center}
.row .id{font-weight:700;font-size:12.5px}
.row .mut{font-size:12.5px}
.row[open]{background:color-mix(in srgb,var(--link) 4%,var(--surface))}
.in{padding:0 0 12px 28px;font-size:13.5px;overflow-wrap:anywhere}
.in>*+*{margin-top:6px}
.ev span{margin-right:10px}
.reasons li{display:flex;gap:10px;padding:9px 0;border-top:1px solid var(--line)}
.reasons .s{margin-top:3px}
.ids{font-size:13px;line-height:1.8;overflow-wrap:anywhere}
.ids a,.index a,.meta a,.points .id,.since a{display:inline-block;min-height:24px}
.ids a,.index a{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12.5px;margin-right:4px}
.points li{padding:9px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.points .id{font-size:12.5px;font-weight:700;margin-right:4px}
.obs{margin-top:2px;font-weight:600}
.obs .mut{font-weight:400}
.was{color:var(--amber);font-weight:600}
progress{accent-color:var(--green);display:block;margin-top:8px;width:min(320px,100%);height:10px}
.pairs{display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:10px 24px;font-size:14px}
.pairs dt{color:var(--muted);font-size:13px}
.pairs dd{margin:0;overflow-wrap:anywhere}
.gone{display:none!important}
@media (max-width:860px){
.bar-tools{margin-left:-16px;margin-right:-16px;padding:10px 16px}
.panes{grid-template-columns:minmax(0,1fr)}
}
@media (max-width:560px){
html{scroll-padding-top:16px}
.bar-tools{position:static}
.bar-tools select{flex:1 1 130px;width:100%}
.bar-tools label:has(select){flex:1 1 130px}
.card{padding:14px 14px}
.card .req{font-size:16px}
.diff{grid-template-columns:minmax(0,1fr)}
.diff dt{padding-bottom:0}
.diff dd{padding-top:2px}
.index li{grid-template-columns:1fr}
.row summary{grid-template-columns:auto minmax(0,1fr)}
.row .req,.row summary .mut{grid-column:2}
.in{padding-left:0}
}
`

/** All styles of the page. */
export const STYLES = `${THEME}${FRAME}${CONTENT_STYLES}`.replaceAll('\n', '')
