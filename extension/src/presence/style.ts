/** The look of the mark, out of reach of the page's own styles. */
export const STYLE = `
:host { all: initial !important; position: fixed !important; inset: 0 auto auto 0 !important; width: 0 !important;
  height: 0 !important; z-index: 2147483647 !important; pointer-events: none !important; }
* { box-sizing: border-box; pointer-events: none; }
.all { --tone: #0b6b63; font: 500 13px/1.3 system-ui, -apple-system, 'Segoe UI', sans-serif; letter-spacing: normal; }
.all[data-state='waiting'] { --tone: #9a5b00; }
.all[data-state='taken_over'] { --tone: #5b34b0; }
.all[data-state='paused'] { --tone: #565d68; }
.hidden { display: none; }
.edge { position: fixed; inset: 0; box-shadow: inset 0 0 0 3px var(--tone), inset 0 0 40px rgb(11 107 99 / 22%); opacity: 0; }
.all[data-state='working'] .edge { opacity: 1; animation: glow 2.4s ease-in-out infinite; }
.all[data-state='waiting'] .edge { opacity: 1; box-shadow: inset 0 0 0 3px var(--tone); }
@keyframes glow { 50% { opacity: 0.55; } }
.bar { position: fixed; left: 50%; bottom: 18px; transform: translateX(-50%); display: flex; align-items: center;
  gap: 8px; max-width: calc(100vw - 24px); padding: 6px 6px 6px 12px; border-radius: 22px; color: #f4f6f5;
  background: #15191c; border: 1px solid rgb(255 255 255 / 16%); box-shadow: 0 6px 28px rgb(0 0 0 / 32%); white-space: nowrap; }
.bar.up { bottom: auto; top: 18px; }
.sign { width: 10px; height: 10px; border-radius: 50%; background: #58d3c4; flex: none; }
[data-state='waiting'] .sign { background: #f3c36c; border-radius: 2px; transform: rotate(45deg); }
[data-state='taken_over'] .sign { background: #c7adff; }
[data-state='paused'] .sign { background: #a4acb7; border-radius: 2px; }
.words { overflow: hidden; text-overflow: ellipsis; padding-right: 6px; font-variant-numeric: tabular-nums; }
button { all: unset; box-sizing: border-box; font: inherit; font-weight: 600; min-height: 32px; padding: 0 14px;
  border-radius: 16px; display: inline-flex; align-items: center; background: rgb(255 255 255 / 12%); pointer-events: none; }
button.over { background: rgb(255 255 255 / 26%); }
button:focus-visible { outline: 2px solid #58d3c4; outline-offset: 2px; }
button.stop { background: #b3261e; color: #fff; }
button.stop.over { background: #d13a31; }
.touched { position: fixed; border: 2px solid #d81b60; border-radius: 6px; box-shadow: 0 0 0 4px rgb(216 27 96 / 24%);
  opacity: 0; transition: opacity 0.25s; }
.touched.on { opacity: 1; transition: none; }
@media (prefers-reduced-motion: reduce) { .all[data-state='working'] .edge { animation: none; } .touched { transition: none; } }
@media (max-width: 460px) { .words { display: none; } }
@media print { .all { display: none; } }
`;
