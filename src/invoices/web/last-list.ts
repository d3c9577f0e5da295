type Search = Record<string, unknown>

let last: Search = {}

/** How the invoice list stood when it was left, so that Back leads to the same rows. */
export const rememberList = (search: Search): void => {
  last = search
}

export const lastList = (): Search => last
