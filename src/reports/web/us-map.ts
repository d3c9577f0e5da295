import './us-map.css'

/** How many orders went to each state, and in which colours to show them: the frame's own address says it. */
const figures = new URLSearchParams(location.hash.slice(1))
const ordersTo = (state: string): number => Number(figures.get(state) ?? 0)

const { format } = new Intl.NumberFormat('en-US')

/** Five steps that double: a few big states do not make all others look alike. */
const stepsFor = (most: number): number[] => {
  const steps = [16, 8, 4, 2, 1].map((part) => Math.ceil(most / part))
  return [...new Set(steps)].filter((step) => step > 0)
}

const most = Math.max(0, ...[...figures.keys()].map(ordersTo).filter(Number.isFinite))
const steps = stepsFor(most)
const levelOf = (orders: number): string => String(5 - steps.length + 1 + steps.findIndex((step) => orders <= step))

const entry = (label: string, level?: string): HTMLElement => {
  const item = document.createElement('li')
  const swatch = document.createElement('span')
  if (level) swatch.dataset['level'] = level
  item.append(swatch, label)
  return item
}

const rangeOf = (step: number, at: number): string => {
  const from = (steps[at - 1] ?? 0) + 1
  return from >= step ? format(step) : `${format(from)}–${format(step)}`
}

for (const path of document.querySelectorAll('path')) {
  const orders = ordersTo(path.id)
  if (orders > 0) path.dataset['level'] = levelOf(orders)
  path.firstElementChild?.append(`: ${format(orders)} ${orders === 1 ? 'order' : 'orders'}`)
}
for (const text of document.querySelectorAll('text')) {
  const orders = ordersTo(text.dataset['state'] ?? '')
  if (orders <= 0) continue
  text.dataset['level'] = levelOf(orders)
  text.textContent = format(orders)
}
document
  .querySelector('.legend')
  ?.append(entry('None'), ...steps.map((step, at) => entry(rangeOf(step, at), levelOf(step))))
document.documentElement.dataset['mode'] = figures.get('mode') === 'dark' ? 'dark' : 'light'
