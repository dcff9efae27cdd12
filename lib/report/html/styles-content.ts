/** Styles of violations, requirements and the lists below them. */
export const CONTENT_STYLES = `
.bar-tools{position:sticky;top:0;z-index:5;display:flex;flex-wrap:wrap;gap:8px;align-items:center;background:var(--ground);margin:26px -24px 0;padding:10px 24px;scroll-margin-top:0;border-bottom:1px solid var(--line)}
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
.bar-tools+section{margin-top:24px}
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
.st-4{--c:var(--amber)}.st-5,.st-0{--c:var(--red)}
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
#not-exercised h3+p,#open h2+p{margin-bottom:8px}
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
#sensitivity h3{font-size:15px;margin:16px 0 6px}
.pairs{display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:10px 24px;font-size:14px}
.pairs dt{color:var(--muted);font-size:13px}
.pairs dd{margin:0;overflow-wrap:anywhere}
.gone,.filtering #not-exercised,.filtering #map,.filtering .index{display:none!important}
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
