/** All styles of the page. Colours are light or dark as the system prefers; those of text have a contrast of at least 4.5. */
export const STYLES = `
:root{
color-scheme:light dark;
--ground:light-dark(#f5f6f8,#0e1116);
--surface:light-dark(#ffffff,#161a21);
--line:light-dark(#dfe3e9,#2a313c);
--ink:light-dark(#171b22,#e8ebf0);
--muted:light-dark(#566070,#9ba6b6);
--link:light-dark(#1c57b8,#86b6ff);
--red:light-dark(#b91c2b,#ff8a8a);
--green:light-dark(#0a6e46,#57cf97);
--amber:light-dark(#8a5200,#f2bd5c);
--violet:light-dark(#6a3fb5,#c3a6ff);
}
.is-failed,.is-error,.o-failed,.o-unexpected-pass,.o-error{--c:var(--red)}
.is-passed,.o-passed{--c:var(--green)}
.is-incomplete,.o-inconclusive{--c:var(--amber)}
.o-known-failure{--c:var(--violet)}
.o-disabled{--c:var(--muted)}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.55 system-ui,sans-serif;-webkit-text-size-adjust:100%}
main{max-width:1100px;margin:auto;padding:24px 20px 64px}
section{margin-top:36px}
h1,h2,p,ul,dl,dd{margin:0}
h1{font-size:34px;line-height:1.15;letter-spacing:-.02em;color:var(--c)}
h2{font-size:20px;margin-bottom:10px}
h2 .mut{font-weight:400;margin-left:6px}
code,pre,.id{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{font-size:.92em;overflow-wrap:anywhere}
pre{margin:6px 0;background:var(--ground);border:1px solid var(--line);border-radius:8px;padding:10px 12px;font-size:12.5px;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere;max-height:520px;overflow:auto}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
summary{cursor:pointer}
mark{color:inherit;background:color-mix(in srgb,var(--amber) 28%,var(--surface));border-radius:3px}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.mut{color:var(--muted);font-size:13.5px;overflow-wrap:anywhere}
pre .mut{font-size:inherit}
.s{color:var(--c);display:inline-block;width:1.1em}
.id{font-size:13px;font-weight:700}
.note{background:color-mix(in srgb,var(--amber) 12%,var(--surface));border-radius:8px;padding:7px 12px;overflow-wrap:anywhere}
.verdict,.v{background:var(--surface);border:1px solid var(--line);border-left:5px solid var(--c);border-radius:10px;padding:18px 22px}
.verdict>*+*{margin-top:8px}
.headline{font-size:18px;text-wrap:balance}
.v{padding:0 16px;margin-top:8px}
.v>summary{padding:10px 0;display:grid;grid-template-columns:190px minmax(0,1fr);gap:0 14px}
.v>summary .id{grid-row:1;color:var(--c);line-height:1.8}
.v>summary .id::before{content:"▸ "}
.v[open]>summary .id::before{content:"▾ "}
.v>summary .req{grid-column:2;font-weight:600}
.v>summary .seen{grid-column:2;color:var(--muted);font-size:13.5px;overflow-wrap:anywhere}
code.seen{font-size:12.5px}
.next{margin-top:14px}
.v>summary .critical{grid-row:2;color:var(--c);font-size:12.5px}
.v[open]{padding-bottom:14px}
.v[open]>*+*{margin-top:8px}
.anchor{scroll-margin-top:140px}
.v:has(>:target),li:target{outline:2px solid var(--link);outline-offset:2px}
.finding{border-top:1px solid var(--line);padding-top:10px}
.finding dl{display:grid;grid-template-columns:auto minmax(0,1fr);margin-top:6px;border:1px solid var(--line);border-radius:8px;overflow:hidden;font-size:13px}
.finding dt,.finding dd{padding:6px 12px;--c:var(--green);background:color-mix(in srgb,var(--c) 7%,var(--surface))}
.finding dt{color:var(--c);font-weight:600}
.finding dd{overflow-wrap:anywhere}
.finding dt:nth-of-type(2),.finding dd:nth-of-type(2){--c:var(--red)}
.exchange{margin-top:10px}
.panes{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.4fr);gap:0 12px}
ul{padding:0;list-style:none}
li{padding:8px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
li p{padding-left:1.3em}
.ids a{font-size:13px;display:inline-block;min-height:24px;margin-right:4px}
section>details:not(.v)>summary{padding:7px 0;font-weight:600}
table{border-collapse:collapse;font-size:14px}
th,td{text-align:left;vertical-align:top;padding:3px 18px 3px 0;overflow-wrap:anywhere}
th{color:var(--muted);font-weight:400}
@media (max-width:700px){
main{padding:10px 10px 40px}
section{margin-top:22px}
.verdict{padding:10px 14px}
.verdict>*+*{margin-top:4px}
h1{font-size:26px}
.headline{font-size:16px}
.v>summary,.panes,.finding dl{grid-template-columns:minmax(0,1fr)}
.v>summary *{grid-column:1!important;grid-row:auto!important}
}
`
