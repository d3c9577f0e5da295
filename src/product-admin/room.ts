import type { App } from '#platform/feature.ts'
import type { FindProducts } from './list-products.ts'
import { productEditingRoutes } from './routes.ts'

interface Ports {
  findProducts: FindProducts
}

export const room = (app: App, ports: Ports): void => {
  productEditingRoutes(app, ports.findProducts)
}
