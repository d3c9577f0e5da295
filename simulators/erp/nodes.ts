import { createHash } from 'node:crypto'

export type Value = string | number | boolean | null

/** A business object is a tree of nodes in wire names: amounts are decimal text, moments are milliseconds. */
export type Node = { [name: string]: Value | Node | Node[] | undefined; ObjectID: string }

/** What a client sent for a node: checked against the entity table, not yet part of the books. */
export type Draft = { [name: string]: Value | Draft | Draft[] | undefined }

/** The same document keeps its id when a simulator without a state folder starts again. */
export const objectId = (...path: readonly (string | number)[]) =>
  `00163E${createHash('sha256').update(path.join('\n')).digest('hex').slice(0, 26).toUpperCase()}`

export const uuidOf = (id: string) => id.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Gives every node below the root its ObjectID and its parent's; those that have one keep it. */
export const adopt = (parent: Node, salt: string | number = '') => {
  for (const [name, child] of Object.entries(parent)) {
    const children = Array.isArray(child) ? child : isNode(child) ? [child] : []
    for (const [position, node] of children.entries()) {
      node.ObjectID ||= objectId(parent.ObjectID, name, position, salt)
      node['ParentObjectID'] = parent.ObjectID
      adopt(node, salt)
    }
  }
}

export const textOf = (node: Draft | Node | undefined, name: string) => {
  const value = node?.[name]
  return typeof value === 'string' ? value : ''
}

export const childOf = (draft: Draft, name: string): Draft => {
  const child = draft[name]
  return typeof child === 'object' && child !== null && !Array.isArray(child) ? child : {}
}

export const childrenOf = (draft: Draft, name: string): Draft[] => {
  const children = draft[name]
  return Array.isArray(children) ? children : []
}
