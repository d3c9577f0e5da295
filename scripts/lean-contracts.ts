import { type ESTree, parseAst, type Plugin, Visitor } from 'vite'

/** Files that declare wire schemas; screens declare their own for what they read themselves. */
const declaring = /\/src\/(shared\/[\w-]+|.*\/(contract|cart|[\w-]+-shapes))\.ts$/

interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Removes from browser code what only the server needs of a contract: a screen calls by method and address and
 * validates with the schemas that it names. Calls lose their schemas, and unused schemas are removed, because creating
 * them is expensive on a phone and has no side effects. A file without used names is not imported at all, or it would
 * become part of the first page.
 */
export const leanContracts = (): Plugin => ({
  name: 'lean-contracts',
  apply: 'build',
  transform: {
    filter: { id: declaring, code: 'zod/mini' },
    handler: (code) => ({ code: withoutIdleImports(edited(code, editsOf(parseAst(code)))), map: null }),
  },
})

const editsOf = (program: ESTree.Program): Edit[] => {
  const edits: Edit[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [path, shape] }) => {
      const isCall = callee.type === 'Identifier' && ['get', 'post', 'put', 'del'].includes(callee.name)
      if (isCall && path?.type === 'Literal' && shape?.type === 'ObjectExpression')
        edits.push({ start: shape.start, end: shape.end, text: '{}' })
    },
  }).visit(program)
  return [...edits, ...program.body.flatMap((statement) => declarationsOf(statement).flatMap(withoutEffect))]
}

const withoutIdleImports = (code: string): string => {
  const imports = parseAst(code).body.filter((statement) => statement.type === 'ImportDeclaration')
  const cut = imports.map(({ start, end }) => ({ start, end, text: '' }))
  const rest = edited(code, cut)
  const isNamed = (name: string) => new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(rest)
  const isIdle = ({ specifiers }: ESTree.ImportDeclaration) =>
    specifiers.length > 0 && !specifiers.some(({ local }) => isNamed(local.name))
  return edited(
    code,
    cut.filter((_, at) => imports[at] && isIdle(imports[at])),
  )
}

const declarationsOf = (statement: ESTree.Statement | ESTree.Directive): ESTree.VariableDeclarator[] => {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  return declared?.type === 'VariableDeclaration' ? declared.declarations : []
}

const withoutEffect = ({ init }: ESTree.VariableDeclarator): Edit[] =>
  init?.type === 'CallExpression'
    ? [
        { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => ' },
        { start: init.end, end: init.end, text: ')()' },
      ]
    : []

/** Edits from the end, so that earlier positions stay valid. */
const edited = (code: string, edits: Edit[]): string =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end), code)
