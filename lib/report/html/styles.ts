import { CONTENT_STYLES } from './styles-content.ts'
import { THEME } from './theme.ts'

const FRAME = `
*{box-sizing:border-box}
html{scroll-padding-top:76px}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%}
code,pre,.path,.xid,.id,.m,.ops .t{font-family:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
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
.causes .seen b{color:var(--ink);font-weight:500;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12.5px}
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
.op .m{font-weight:700;font-size:11px;color:var(--muted)}
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
.top{flex-wrap:nowrap}
.top b{font-size:13px}
.top button{font-size:12.5px;padding:4px 9px;min-height:28px;white-space:nowrap}
.say{gap:10px}
.say>.s{width:30px;height:30px}
.intro{font-size:15.5px}
}
.half{background:none;border:1.6px solid var(--c);color:var(--c);stroke:var(--c)}
.s.o-error{border-radius:28%}
@media print{.bar-tools,.top nav,button{display:none}body{background:none}}
`

/** All styles of the page. */
export const STYLES = `${THEME}${FRAME}${CONTENT_STYLES}`.replaceAll('\n', '')
