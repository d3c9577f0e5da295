import type { App } from '#platform/feature.ts'
import { businessDay } from '#shared/business-day.ts'
import { addFile, declineRenewal, readFile } from './attach-file.ts'
import { licenses } from './contract.ts'
import { listLicenses, ownLicenses, searchLicenses } from './queries.ts'
import {
  addLicense,
  changeLicense,
  type OnLicenseChanged,
  removeLicense,
  suspendLicense,
  verifyLicense,
} from './save-license.ts'

export const licenseRoutes = ({ serve, serveFile, db, config }: App, onChanged: OnLicenseChanged): void => {
  serve(licenses.list, (call) => listLicenses(db, call))

  serve(licenses.own, (call) => ownLicenses(db, call))

  serve(licenses.search, ({ query }) => searchLicenses(db, query, businessDay(config.BUSINESS_TIME_ZONE)))

  serve(licenses.addFile, async (call, reply) => ({
    message: call.query.renewedUntil === undefined ? 'File added' : 'Renewal sent. We will look it up.',
    _id: await addFile(db, config, call, reply.request),
  }))

  serveFile(licenses.file, (call) => readFile(db, call))

  serve(licenses.declineRenewal, (call) => declineRenewal(db, config, call))

  const saving = () => ({ onChanged, today: businessDay(config.BUSINESS_TIME_ZONE) })

  serve(licenses.add, async (call) => ({ message: 'License added', ...(await addLicense(db, saving(), call)) }))

  serve(licenses.change, async (call) => ({ message: 'License saved', ...(await changeLicense(db, saving(), call)) }))

  serve(licenses.verify, (call) => verifyLicense(db, onChanged, call))

  serve(licenses.suspend, (call) => suspendLicense(db, onChanged, call))

  serve(licenses.remove, (call) => removeLicense(db, onChanged, call))
}
