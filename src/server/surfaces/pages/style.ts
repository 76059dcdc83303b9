/** The stylesheet of all pages: system fonts, no images, light and dark color schemes. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f6f7f9;
  --card: #ffffff;
  --ink: #1b1f27;
  --faint: #545c6a;
  --line: #d5d9e1;
  --accent: #1f4fb8;
  --on-accent: #ffffff;
  --danger: #a8201a;
  --on-danger: #ffffff;
  --done: #0d6b35;
  --done-ground: #e8f6ed;
  --failed-ground: #fdeceb;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12151b;
    --card: #1b2029;
    --ink: #e8ebf1;
    --faint: #a6afbf;
    --line: #363d4b;
    --accent: #8fb3ff;
    --on-accent: #0e1420;
    --danger: #ff9a93;
    --on-danger: #24100f;
    --done: #7fdca4;
    --done-ground: #12291d;
    --failed-ground: #331a1a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; padding: .5rem 1rem; background: var(--card); z-index: 1; }
.skip:focus { left: .5rem; top: .5rem; }
header, main { max-width: 46rem; margin: 0 auto; padding: 0 1rem; }
header { display: flex; flex-wrap: wrap; align-items: center; min-height: 3.75rem; padding-block: .5rem; }
.name { font-size: 1.15rem; font-weight: 700; letter-spacing: -.01em; margin-right: auto; }
time { white-space: nowrap; }
nav { flex-basis: 100%; border-bottom: 1px solid var(--line); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0; padding: 0; list-style: none; }
nav a, .quiet {
  display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 .75rem;
  border-radius: .5rem; color: var(--ink); text-decoration: none;
}
nav a:hover, .quiet:hover { background: var(--line); }
nav a[aria-current] { color: var(--accent); font-weight: 600; box-shadow: inset 0 -2px var(--accent); border-radius: 0; }
main { padding-block: 1rem 3rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .5rem 0 1rem; letter-spacing: -.02em; }
h2 { font-size: 1.15rem; line-height: 1.3; margin: 0 0 .75rem; }
h3 { font-size: 1rem; margin: 0; }
.spaced { margin-top: 1.25rem; }
p { margin: 0 0 .75rem; }
.lead { margin-bottom: 1.25rem; }
.faint { color: var(--faint); font-size: .925rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 0 0 1.25rem; }
.card > :last-child { margin-bottom: 0; }
.rows { list-style: none; margin: 1rem 0 0; padding: 0; }
.rows > li { border-top: 1px solid var(--line); padding: .75rem 0; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: flex-start; justify-content: space-between; }
.rows > li:last-child { padding-bottom: 0; }
.rows > li > :first-child { flex: 1 1 14rem; min-width: 0; }
.rows p { margin: 0; }
.rows form p { margin-bottom: .5rem; }
form { margin: 0; }
.line { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
.line .field { flex: 1 1 14rem; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 1rem; margin-bottom: 1rem; }
.hint { margin: .25rem 0 0; }
.error { margin: .25rem 0 0; color: var(--danger); font-weight: 600; }
.prose { white-space: pre-line; }
.field label { display: block; font-weight: 600; margin-bottom: .25rem; }
input[type="text"], input[type="url"], input[type="time"], select {
  width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit;
  color: inherit; background: var(--ground); border: 1px solid var(--faint); border-radius: .5rem;
}
input[aria-invalid], select[aria-invalid] { border: 2px solid var(--danger); }
button {
  min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--ink); background: transparent; border: 1px solid var(--faint); border-radius: .5rem;
}
button:hover { border-color: var(--ink); }
button.main { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
button.danger { color: var(--on-danger); background: var(--danger); border-color: var(--danger); }
button.quiet { border: 0; font-weight: 400; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1rem; }
summary { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 .75rem; cursor: pointer; border: 1px solid var(--line); border-radius: .5rem; color: var(--danger); font-weight: 600; }
details[open] summary { margin-bottom: .5rem; }
.flash { border: 1px solid; border-left-width: .35rem; border-radius: .5rem; padding: .75rem 1rem; margin: 0 0 1.25rem; }
.flash > :last-child { margin-bottom: 0; }
.flash.done { color: var(--done); background: var(--done-ground); }
.flash.failed { color: var(--danger); background: var(--failed-ground); }
code { font: .925em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.secret { display: block; padding: .75rem; background: var(--card); color: var(--ink); border: 1px dashed var(--faint); border-radius: .5rem; user-select: all; }
.tag { display: inline-block; padding: 0 .5rem; border: 1px solid; border-radius: 1rem; font-size: .85rem; font-weight: 600; }
.tag.good { color: var(--done); }
.tag.bad { color: var(--danger); }
.tag.plain { color: var(--faint); }
.records { list-style: none; margin: .5rem 0 0; padding: 0; }
.records > li { padding: .5rem 0; border-top: 1px solid var(--line); }
.card > .records:first-child { margin-top: 0; }
.card > .records:first-child > li:first-child { padding-top: 0; border-top: 0; }
.records p { margin: .125rem 0 0; }
.pager { flex-basis: auto; border: 0; margin-top: .75rem; }
.pager a { color: var(--accent); text-decoration: underline; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.chart { width: 100%; border-spacing: 0; }
.chart th { text-align: left; font-weight: 400; width: 9rem; padding: .25rem .75rem .25rem 0; }
.chart td { display: flex; align-items: center; gap: .75rem; padding: .25rem 0; font-variant-numeric: tabular-nums; }
.bar { flex: 1; min-width: 0; max-width: 24rem; height: 1rem; fill: var(--faint); background: var(--ground); border-radius: .25rem; }
.bar.good { fill: var(--done); }
.bar.bad { fill: var(--danger); }
.timeline { list-style: none; margin: 0; padding: 0 0 0 1rem; border-left: 2px solid var(--line); }
.timeline li { position: relative; padding-bottom: 1rem; }
.timeline li:last-child { padding-bottom: 0; }
.timeline li::before { content: ""; position: absolute; left: calc(-1rem - 6px); top: .5rem; width: 10px; height: 10px; border-radius: 50%; background: var(--faint); }
.timeline p { margin: 0; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: .75rem 1rem; margin: 0; }
dl div { min-width: 0; }
dt { color: var(--faint); font-size: .925rem; }
dd { margin: 0; }
.check { display: flex; gap: .5rem; align-items: center; }
.check input { width: 1.5rem; height: 1.5rem; flex: none; }
details form > * { margin-top: .75rem; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; margin: 0 0 1rem; }
.columns ul { margin: 0; padding-left: 1.25rem; }
`;
