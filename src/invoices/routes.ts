import type { App } from '#server/app.ts'

export const invoiceRoutes = (_app: App): void => {}
