/** Colours, light or dark as the system prefers. Those of text have a contrast of at least 4.5 on their backgrounds. */
const THEME = `
:root{
color-scheme:light dark;
--mono:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;
--ground:light-dark(#f5f6f8,#0e1116);
--surface:light-dark(#ffffff,#161a21);
--sunken:light-dark(#f2f4f7,#10141a);
--line:light-dark(#dfe3e9,#2a313c);
--ink:light-dark(#171b22,#e8ebf0);
--muted:light-dark(#566070,#9ba6b6);
--link:light-dark(#1c57b8,#86b6ff);
--red:light-dark(#b91c2b,#ff8a8a);
--green:light-dark(#0a6e46,#57cf97);
--amber:light-dark(#8a5200,#f2bd5c);
--violet:light-dark(#6a3fb5,#c3a6ff);
--orange:light-dark(#a33d00,#ff9d66);
}
`

/** The colour of each outcome, in which its sign, its figures and its card appear. */
const OUTCOMES = `
.o-error{--c:var(--orange)}
.o-failed,.o-unexpected-pass{--c:var(--red)}
.o-passed{--c:var(--green)}
.o-inconclusive{--c:var(--amber)}
.o-known-failure{--c:var(--violet)}
.o-disabled{--c:var(--muted)}
.s{width:1.15em;height:1.15em;flex:none;vertical-align:-.2em;border-radius:50%;background:var(--c);stroke:var(--surface);stroke-width:1.9;fill:none;stroke-linecap:round;stroke-linejoin:round}
.s.o-error{border-radius:28%}
`

/** The frame: texts, controls, head, and what many sections share. */
const FRAME = `
*{box-sizing:border-box}
html{scroll-padding-top:76px}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%}
code,pre,.path,.xid,.id{font-family:var(--mono)}
code{font-size:.9em;overflow-wrap:anywhere}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:2px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.sprite{position:absolute}
.skip{position:absolute;left:-999px;top:8px;background:var(--surface);padding:8px 12px;z-index:9}
.skip:focus{left:8px}
.mut{color:var(--muted)}
.top{display:flex;gap:4px 14px;align-items:center;max-width:1200px;margin:auto;padding:12px 24px 0;flex-wrap:wrap}
.top b{font-size:14px;margin-right:auto}
.top nav{display:flex;flex-wrap:wrap;gap:2px 16px;font-size:14px}
.top nav a{color:var(--muted);text-decoration:none;padding:3px 0;min-height:24px}
.top nav a:hover{color:var(--ink);text-decoration:underline}
button,select,input{font:inherit;font-size:14px;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:6px 11px;min-height:34px}
button{cursor:pointer}
button:hover,select:hover{border-color:var(--muted)}
main{max-width:1200px;margin:auto;padding:12px 24px 64px}
section{margin-top:36px}
h1,h2,h3,p,ul,ol,dl{margin:0}
ul,ol{padding:0;list-style:none}
h2{font-size:20px;line-height:1.3;letter-spacing:-.01em;margin-bottom:14px;text-wrap:balance}
h2 .n,h3 .n{font-size:14px;font-weight:400;color:var(--muted);letter-spacing:0;margin-left:6px}
summary{cursor:pointer}
pre{margin:0;background:var(--sunken);border:1px solid var(--line);border-radius:8px;padding:10px 12px;font-size:12.5px;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere}
.cmd{position:relative}
.body{max-height:420px;overflow:auto}
.copy{position:sticky;top:0;float:right;margin:-5px -7px 0 8px;font:600 12px/1 system-ui,sans-serif;min-height:26px;padding:4px 9px}
mark{color:inherit;background:color-mix(in srgb,var(--amber) 26%,var(--surface));border-radius:3px;padding:1px 0}
.lbl{font-size:12.5px;color:var(--muted);font-weight:600;margin:12px 0 4px}
.calm,.card{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:14px 20px;margin-bottom:16px}
.note{background:color-mix(in srgb,var(--amber) 12%,var(--surface));border-radius:8px;padding:8px 12px;margin-top:8px;overflow-wrap:anywhere}
.more{margin-top:12px}
.more>summary,.others>summary{font-weight:600;font-size:14px;padding:3px 0}
.more.fold{margin-top:6px}
.more.fold>summary{font-weight:400;overflow-wrap:anywhere}
.ids{font-size:13px;line-height:1.8;overflow-wrap:anywhere}
.ids a,.list .id,.since a{display:inline-block;min-height:24px}
.ids a{font-family:var(--mono);font-size:12.5px;margin-right:4px}
.gone{display:none!important}
@media print{.bar-tools,.top nav,button{display:none}body{background:none}}
`

const HERO = `
.hero{margin-top:0;background:var(--surface);border:1px solid var(--line);border-left:6px solid var(--c);border-radius:14px;padding:20px 26px 14px;display:grid;gap:12px}
.say{display:flex;gap:18px}
.say>.s{width:46px;height:46px;margin-top:2px;stroke-width:1.5}
h1{font-size:32px;line-height:1.1;letter-spacing:-.025em;color:var(--c)}
.intro{font-size:17px;margin-top:4px;text-wrap:balance}
.target{margin-top:8px;display:flex;flex-wrap:wrap;gap:0 12px;font-size:14px}
.target code{font-size:14px}
.facts{display:flex;flex-wrap:wrap;gap:2px 18px;font-size:13.5px;color:var(--muted);font-variant-numeric:tabular-nums}
.facts .since{flex-basis:100%}
.blocks{border-top:1px solid var(--line)}
.blocks li{display:grid;grid-template-columns:minmax(170px,auto) minmax(0,1fr);gap:0 14px;padding:7px 0;border-bottom:1px solid var(--line)}
.blocks .id{grid-row:1/3;color:var(--c);font-weight:700;font-size:13.5px;min-height:24px;padding-top:2px}
.blocks .req{font-weight:600}
.blocks .seen{font-size:13.5px;color:var(--muted);overflow-wrap:anywhere}
.critical{background:var(--c);color:var(--surface);border-radius:99px;padding:1px 9px;font-size:12px;font-weight:600}
.bar{display:flex;gap:2px;height:8px;border-radius:4px;overflow:hidden;margin-top:2px}
.bar span{background:var(--c);min-width:4px;flex-basis:0}
.legend{display:flex;flex-wrap:wrap;gap:2px 18px;font-size:13.5px;margin-top:-8px}
.legend .s{margin-right:6px}
`

const VIOLATIONS = `
.card:target,.row:target,.x:target{outline:2px solid var(--link);outline-offset:2px}
.card h3{display:flex;align-items:center;gap:9px;font-size:15px}
.card h3 .s{width:22px;height:22px}
.card .id{color:var(--c);text-decoration:none;font-weight:700}
.card .id:hover{text-decoration:underline}
.card .req{font-size:18px;line-height:1.4;font-weight:600;letter-spacing:-.01em;margin-top:6px;max-width:75ch;text-wrap:pretty}
.meta{display:flex;flex-wrap:wrap;gap:0 14px;color:var(--muted);font-size:13.5px;margin-top:4px}
.f{margin-top:14px;padding-top:14px;border-top:1px solid var(--line)}
.card p.mut{font-size:13.5px;margin-top:6px}
.where{font-size:14px;overflow-wrap:anywhere;display:flex;flex-wrap:wrap;gap:0 8px}
.where>code:first-child{font-weight:700}
.times{color:var(--amber);font-weight:600}
.diff{display:grid;grid-template-columns:auto minmax(0,1fr);margin-top:8px;border:1px solid var(--line);border-radius:8px;overflow:hidden;font-size:13px}
.diff dt,.diff dd{margin:0;padding:7px 12px;--c:var(--green);background:color-mix(in srgb,var(--c) 7%,var(--surface))}
.diff dt{color:var(--c);font-weight:600;line-height:21px}
.diff dd{font-family:var(--mono);overflow-wrap:anywhere}
.diff dt:nth-of-type(2),.diff dd:nth-of-type(2){--c:var(--red)}
.panes{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.4fr);gap:0 14px}
.x{margin-top:10px;border:1px solid var(--line);border-radius:8px;padding:0 12px}
.x[open]{padding-bottom:12px}
.x summary,p.x{padding:7px 0;font-size:13px;overflow-wrap:anywhere}
p.x{padding:7px 12px}
.xid,.hd{color:var(--muted)}
.st{font-weight:700;border-radius:5px;padding:1px 6px;--c:var(--green);color:var(--c);background:color-mix(in srgb,var(--c) 9%,var(--surface))}
.st-4{--c:var(--amber)}
.st-5{--c:var(--red)}
.others{margin:-6px 0 16px;padding-left:14px;border-left:3px solid var(--line)}
.others .card{margin-top:10px}
`

const REQUIREMENTS = `
.bar-tools{position:sticky;top:0;z-index:5;display:flex;flex-wrap:wrap;gap:8px;align-items:center;background:var(--ground);margin:0 -24px 12px;padding:10px 24px;border-bottom:1px solid var(--line)}
.bar-tools[hidden]{display:none}
.bar-tools .grow{flex:1 1 240px}
.bar-tools input[type=search]{width:100%}
.bar-tools select{width:140px}
.bar-tools fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:6px}
.chip{display:flex;align-items:center;gap:6px;font-size:13px;border:1px solid var(--line);border-radius:99px;padding:3px 11px 3px 6px;background:var(--surface);cursor:pointer;min-height:30px}
.chip input{position:absolute;opacity:0;width:1px;min-height:0;height:1px;padding:0}
.chip:has(:checked){border-color:var(--ink);box-shadow:inset 0 0 0 1px var(--ink)}
.chip:has(:focus-visible){outline:2px solid var(--link);outline-offset:2px}
#hits{font-size:13px;color:var(--muted)}
.part{margin-top:8px;background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:0 14px}
.part>summary{padding:10px 0}
.part h3{display:inline;font-size:15px;margin-right:6px}
.part .n{font-size:14px;color:var(--muted)}
.row{border-top:1px solid var(--line);margin:0 -14px;padding:0 14px}
.row summary{display:grid;grid-template-columns:auto auto minmax(0,1fr) auto;gap:2px 10px;align-items:baseline;padding:8px 0;list-style:none;font-size:14px}
.row summary .s{align-self:center}
.row .id{font-weight:700}
.row .id,.row .mut{font-size:12.5px}
.row[open]{background:color-mix(in srgb,var(--link) 4%,var(--surface))}
.in{padding:0 0 12px 28px;font-size:13.5px;overflow-wrap:anywhere}
.in>*+*{margin-top:6px}
.ev span{margin-right:10px}
`

const LISTS = `
h2+p.mut{margin-bottom:8px}
.list li{display:flex;gap:10px;padding:9px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.list .s{margin-top:3px}
.list .seen{margin-top:2px;color:var(--muted);font-size:14px}
.list .id{font-size:12.5px;font-weight:700;margin-right:4px}
.pairs{display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:10px 24px;font-size:14px}
.pairs dt{color:var(--muted);font-size:13px}
.pairs dd{margin:0;overflow-wrap:anywhere}
`

const NARROW = `
@media (max-width:700px){
html{scroll-padding-top:16px}
main,.top{padding-left:16px;padding-right:16px}
.top nav{display:none}
.hero{padding:16px 16px 12px}
.say{gap:10px}
.say>.s{width:30px;height:30px}
.intro{font-size:15.5px}
.blocks li,.panes,.diff{grid-template-columns:minmax(0,1fr)}
.blocks .id{grid-row:auto}
.card{padding:14px}
.card .req{font-size:16px}
.diff dt{padding-bottom:0}
.diff dd{padding-top:2px}
.bar-tools{position:static;margin-left:-16px;margin-right:-16px;padding:10px 16px}
.bar-tools label:has(select){flex:1 1 130px}
.bar-tools select{width:100%}
.row summary{grid-template-columns:auto minmax(0,1fr)}
.row .req,.row summary .mut{grid-column:2}
.in{padding-left:0}
}
`

/** All styles of the page. */
export const STYLES = [THEME, OUTCOMES, FRAME, HERO, VIOLATIONS, REQUIREMENTS, LISTS, NARROW].join('')
