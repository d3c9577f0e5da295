import type { App } from '#platform/feature.ts'
import { businessDay } from '#shared/business-day.ts'
import type { OnLicenseChanged } from '../licenses/save-license.ts'
import { extracts } from './contract.ts'
import { extractById, listExtracts } from './queries.ts'
import { boardKeys, confirmMatches, storeExtract } from './store-extract.ts'

const large = { bodyLimit: 5 * 1024 * 1024 }

export const extractRoutes = ({ serve, db, config }: App, onChanged: OnLicenseChanged): void => {
  serve(extracts.keys, ({ query }) => boardKeys(db, query))

  serve(extracts.list, () => listExtracts(db))

  serve(extracts.byId, ({ params }) => extractById(db, params.id))

  serve(
    extracts.compare,
    async (call) => ({
      message: 'Extract compared',
      _id: await storeExtract(db, businessDay(config.BUSINESS_TIME_ZONE), call),
    }),
    large,
  )

  serve(extracts.confirm, async (call) => {
    const confirmed = await confirmMatches(db, onChanged, call)
    return { message: confirmed === 1 ? '1 license verified' : `${confirmed} licenses verified`, confirmed }
  })
}
