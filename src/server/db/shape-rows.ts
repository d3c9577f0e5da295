type Shape = (values: readonly unknown[]) => object

/** What the driver answers when it is asked for rows as arrays. */
interface Answer {
  fields: readonly { name: string }[]
  rows: unknown[]
}

/**
 * Makes objects of a statement's rows, each of the same shape: the driver's own begin as copies of an object without any
 * and get one value after the other, which takes a tenth of a list's time.
 */
export const shapeRows = (): ((answer: Answer) => void) => {
  let shape: Shape | null = null
  return (answer) => {
    if (answer.rows.length === 0) return
    const make = (shape ??= shapeOf(answer.fields))
    answer.rows = answer.rows.map((row) => make(row as unknown[])) // as asked for
  }
}

/** A literal is the only way to a shape of one piece. */
const shapeOf = (fields: Answer['fields']): Shape => {
  const values = fields.map(({ name }, at) => `${JSON.stringify(name)}: values[${at}]`)
  // oxlint-disable-next-line typescript/no-implied-eval -- the names are those in our own statements, and quoted
  return new Function('values', `return { ${values.join(', ')} }`) as Shape
}
