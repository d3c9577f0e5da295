/** How the driver writes a parameter; its types know nothing of this file. */
declare module 'pg/lib/utils.js' {
  export const prepareValue: (value: unknown) => string | Buffer | null
}
