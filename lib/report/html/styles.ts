import { CONTENT_STYLES } from './styles-content.ts'
import { THEME } from './theme.ts'

const FRAME = `
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:76px}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
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
.top nav a{color:var(--muted);text-decoration:none;padding:3px 0}
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
.hero{margin-top:0;background:var(--surface);border:1px solid var(--line);border-radius:14px;padding:22px 26px 16px;display:grid;grid-template-columns:minmax(0,1.15fr) minmax(0,1fr);gap:16px 36px;position:relative;overflow:hidden}
.hero::before{content:"";position:absolute;inset:0 auto 0 0;width:6px;background:var(--c)}
.say{display:flex;gap:18px}
.say>.s{width:52px;height:52px;margin-top:2px;stroke-width:1.5}
h1{font-size:36px;line-height:1.1;letter-spacing:-.025em;color:var(--c)}
.lead{font-size:17px;margin-top:4px;text-wrap:balance}
.target{margin-top:8px;display:flex;flex-wrap:wrap;gap:0 12px;font-size:14px}
.target code{font-size:14px}
.facts{display:grid;grid-template-columns:1fr 1fr;gap:12px 24px;font-size:14px}
.facts b{font-size:20px;letter-spacing:-.015em;font-variant-numeric:tabular-nums;margin-right:2px}
.facts small{display:block;font-size:12.5px;line-height:1.35}
.bar,.legend,.hero>.note{grid-column:1/-1}
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
.hero{grid-template-columns:minmax(0,1fr);padding:18px 18px 14px}
.say>.s{width:40px;height:40px}
h1{font-size:30px}
.map{grid-template-columns:minmax(0,1fr)}
}
@media (max-width:560px){
.ops{grid-template-columns:minmax(0,1fr)}
.tiles{gap:6px}
.tile{padding:8px 7px;min-height:0;font-size:12px;letter-spacing:-.01em;overflow-wrap:anywhere}
.facts{gap:10px 14px}
.top nav{display:none}
}
@media print{.bar-tools,.top nav,button{display:none}body{background:none}}
`

/** All styles of the page. */
export const STYLES = `${THEME}${FRAME}${CONTENT_STYLES}`.replaceAll('\n', '')
