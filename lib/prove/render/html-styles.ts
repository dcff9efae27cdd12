/** The look of the page of the kill matrix. Shape and border tell the squares apart as well as colour does. */
export const MATRIX_STYLES = `
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1200px;margin:auto;padding:24px}
header{background:var(--surface);border:1px solid var(--line);border-left:6px solid var(--c);border-radius:12px;padding:20px 24px}
h1{margin:0;font-size:32px;letter-spacing:-.02em;color:var(--c)}
h2{font-size:20px;margin:0 0 10px}
h3{font-size:14px;margin:0 0 4px}
h3 span,summary span{font-weight:400;color:var(--muted)}
.lead{margin:4px 0 12px;color:var(--muted);max-width:75ch}
section{margin-top:32px}
code{font:13px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.figures{display:flex;flex-wrap:wrap;gap:6px 28px;list-style:none;margin:0;padding:0;font-size:14px}
.figures b{font-size:20px;font-variant-numeric:tabular-nums}
.figures .o-failed b{color:var(--c)}
.area{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:10px 14px;margin-bottom:10px}
.row{display:grid;grid-template-columns:190px minmax(0,1fr) minmax(0,320px);gap:2px 14px;padding:3px 0;align-items:baseline;border-top:1px solid var(--sunken)}
.row.bare{background:color-mix(in srgb,var(--red) 10%,var(--surface))}
.text{color:var(--muted);font-size:13.5px}
.cells{display:flex;flex-wrap:wrap;gap:3px}
.sq{display:inline-block;width:13px;height:13px;border-radius:3px;border:1px solid var(--green);background:var(--green);vertical-align:-1px}
.sq.d{background:color-mix(in srgb,var(--green) 35%,var(--surface))}
.sq.u{border-color:var(--amber);background:linear-gradient(135deg,var(--green) 50%,var(--amber) 50%)}
.sq.v{border:2px solid var(--red);background:transparent;border-radius:50%}
.key{color:var(--muted);font-size:13.5px}
.key .sq{margin-left:12px}
.key .sq:first-child{margin-left:0}
input{font:inherit;font-size:14px;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:6px 11px;min-width:280px}
details{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:8px 14px;margin-bottom:10px}
summary{cursor:pointer;font-weight:600}
.plain{list-style:none;margin:8px 0 0;padding:0}
.plain li{padding:4px 0;border-top:1px solid var(--sunken)}
.plain .o-failed>code,.told code{color:var(--red)}
.told{margin:2px 0 2px 16px;font-size:13.5px;overflow-wrap:anywhere}
footer{margin-top:32px;color:var(--muted);font-size:13.5px}
@media (max-width:760px){main{padding:14px}.row{grid-template-columns:minmax(0,1fr)}input{min-width:0;width:100%}}
`
