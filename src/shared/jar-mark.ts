/** The default logo, for wholesalers without one. */
export const jarMark = {
  viewBox: '5 3 22 26',
  path: 'M15 4.5h2a1.5 1.5 0 0 1 0 3h-2a1.5 1.5 0 0 1 0-3ZM9.7 8.2h12.6a1.2 1.2 0 0 1 1.2 1.2v.6a1.2 1.2 0 0 1-1.2 1.2H9.7a1.2 1.2 0 0 1-1.2-1.2v-.6a1.2 1.2 0 0 1 1.2-1.2ZM10.2 12.4h11.6c2.4 1.2 3.7 3.2 3.7 5.6v5.8a3.7 3.7 0 0 1-3.7 3.7H10.2a3.7 3.7 0 0 1-3.7-3.7V18c0-2.4 1.3-4.4 3.7-5.6Zm4.5 4v2.9h-2.9v2.6h2.9v2.9h2.6v-2.9h2.9v-2.6h-2.9v-2.9Z',
}

/** The default name; a custom name is shown without the jar. */
export const ownName = 'Apotheca'
