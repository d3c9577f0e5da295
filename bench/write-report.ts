import { readFile, writeFile } from 'node:fs/promises'
import type { Results } from './results.ts'
import { targets } from './targets.ts'

const beginning = '<!-- measured: begin -->'
const end = '<!-- measured: end -->'

/** Replaces the generated part of the page; the surrounding text is hand-written. */
export const writeReport = async (path: string, results: Results): Promise<void> => {
  const page = await readFile(path, 'utf8')
  const [before, rest] = page.split(beginning)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${path} has no marks for the figures.`)
  await writeFile(path, `${before}${beginning}\n\n${composeReport(results)}\n\n${end}${after}`)
}

/** Every target with its last figure as Markdown. */
export const composeReport = ({ conditions, figures }: Results): string => {
  const rows = targets.map(({ id, what, limit, isScore = false, unit, why }) => {
    const figure = figures[id]
    const target = `${isScore ? '≥' : '≤'} ${limit} ${unit}`.trim()
    if (!figure) return [what, target, 'not measured yet', '', '', why]
    const missedBy = isScore ? 1 - figure.value / limit : figure.value / limit - 1
    const met = missedBy <= 0 ? 'yes' : `no, by ${Math.max(1, Math.round(missedBy * 100))} %`
    return [what, target, figure.measured, met, `${figure.at}, \`${figure.commit}\``, why]
  })
  const head = ['what', 'target', 'measured', 'met', 'when, at which commit', 'why']
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
  return `${table}\n\nUnder load: ${conditions}`
}
