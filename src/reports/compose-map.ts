import { figurePlaces, statePaths } from './state-shapes.ts'

/** A page of its own: the states of the US, coloured and numbered by what the framing page posts. */
export const composeMap = (nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Orders by state</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main aria-label="Map">
<svg viewBox="-12 0 975 612" role="img" aria-label="Map of the United States: orders by state">
<g class="states">${shapes}</g>
<g class="figures" aria-hidden="true">${figures}</g>
</svg>
<ol class="legend" aria-label="Orders"></ol>
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`

const shapes = Object.entries(statePaths)
  .map(([code, path]) => `<path id="${code}" d="${path}"><title></title></path>`)
  .join('')

const figures = Object.entries(figurePlaces)
  .map(([code, [x, y]]) => `<text data-state="${code}" x="${x}" y="${y}"></text>`)
  .join('')

const style = `
:root { --none: #ece8de; --surface: #fff; --edge: #fff; --text: #1b231f; --dimmed: #5d6059;
  --level-1: #cfe3d8; --level-2: #9cc8b3; --level-3: #57a086; --level-4: #1f6d55; --level-5: #0b3b2e; }
:root[data-mode=dark] { --none: #26312c; --surface: #18201d; --edge: #18201d; --text: #dbe3df; --dimmed: #9daaa4;
  --level-1: #234539; --level-2: #2c6450; --level-3: #3f8a70; --level-4: #74b59d; --level-5: #bfe3d4; }
html { color-scheme: light; }
html[data-mode=dark] { color-scheme: dark; }
body { margin: 0; background: var(--surface); color: var(--text); font: 13px/1.4 system-ui, sans-serif; }
:root:not([data-mode]) body { visibility: hidden; background: transparent; }
svg { display: block; width: 100%; height: auto; }
path { fill: var(--none); stroke: var(--edge); stroke-width: 1; stroke-linejoin: round; }
path:hover { stroke: var(--text); stroke-width: 2; }
text { fill: var(--dimmed); font-size: 14px; text-anchor: middle; dominant-baseline: central; pointer-events: none; }
text { font-variant-numeric: tabular-nums; }
text[data-level] { fill: #1b231f; font-weight: 650; }
text[data-level="4"], text[data-level="5"] { fill: #fff; }
[data-mode=dark] text[data-level] { fill: #fff; }
[data-mode=dark] text[data-level="4"], [data-mode=dark] text[data-level="5"] { fill: #0c1110; }
${[1, 2, 3, 4, 5].map((level) => `[data-level="${level}"]:not(text) { fill: var(--level-${level}); --swatch: var(--level-${level}); }`).join('\n')}
.legend { display: flex; flex-wrap: wrap; gap: 4px 14px; margin: 6px 0 0; padding: 0; list-style: none; color: var(--dimmed); }
.legend li { display: flex; align-items: center; gap: 6px; }
.legend span { width: 18px; height: 12px; border: 1px solid var(--dimmed); border-radius: 2px; background: var(--swatch, var(--none)); }
@media (max-width: 480px) { .figures { display: none; } .legend { font-size: 12px; } }
`

/** Five steps that double: a few big states do not make all others look alike. */
const script = `
const format = new Intl.NumberFormat('en-US')
const show = ({ mode, states }) => {
  document.documentElement.dataset.mode = mode === 'dark' ? 'dark' : 'light'
  const known = new Map(states.map((state) => [state.state, state]))
  const most = Math.max(0, ...states.map(({ orders }) => orders))
  const steps = [...new Set([16, 8, 4, 2, 1].map((part) => Math.ceil(most / part)))].filter((step) => step > 0)
  const levelOf = (orders) => 5 - steps.length + 1 + steps.findIndex((step) => orders <= step)
  const mark = (element, orders) => {
    if (orders > 0) element.dataset.level = levelOf(orders)
    else delete element.dataset.level
  }
  for (const path of document.querySelectorAll('path')) {
    const { name = path.id, orders = 0 } = known.get(path.id) ?? {}
    mark(path, orders)
    path.firstChild.textContent = name + ': ' + format.format(orders) + (orders === 1 ? ' order' : ' orders')
  }
  for (const text of document.querySelectorAll('text')) {
    const { orders = 0 } = known.get(text.dataset.state) ?? {}
    mark(text, orders)
    text.textContent = orders > 0 ? format.format(orders) : ''
  }
  const entry = (label, level) => {
    const item = document.createElement('li')
    const swatch = document.createElement('span')
    if (level) swatch.dataset.level = level
    item.append(swatch, label)
    return item
  }
  document.querySelector('.legend').replaceChildren(entry('None'), ...steps.map((step, at) => {
    const from = at === 0 ? 1 : steps[at - 1] + 1
    return entry(from >= step ? format.format(step) : format.format(from) + '–' + format.format(step), levelOf(step))
  }))
}
addEventListener('message', ({ source, data }) => {
  if (source === parent && data && Array.isArray(data.states)) show(data)
})
`
