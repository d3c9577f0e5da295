import { describe } from 'node:test'
import { startChance } from '#platform/testing-seed.ts'
import { startTestPortal } from './testing.ts'
import { compareFigures } from './testing-tiles.ts'
import { tradeForAYear } from './testing-trade.ts'

const zones = ['America/New_York', 'Pacific/Auckland']
const chance = startChance()

const portals = []
for (const BUSINESS_TIME_ZONE of zones) {
  const portal = await startTestPortal({ environment: { BUSINESS_TIME_ZONE } })
  portals.push({ portal, people: await tradeForAYear(portal, chance) })
}

for (const { portal, people } of portals)
  describe(`a year of random trade in ${portal.config.BUSINESS_TIME_ZONE}`, () => compareFigures(portal, people))
