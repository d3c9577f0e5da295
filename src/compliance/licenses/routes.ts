import type { App } from '#platform/feature.ts'
import { licenses } from './contract.ts'
import { listLicenses } from './queries.ts'
import {
  addLicense,
  changeLicense,
  type OnLicenseChanged,
  removeLicense,
  suspendLicense,
  verifyLicense,
} from './save-license.ts'

export const licenseRoutes = ({ serve, db }: App, onChanged: OnLicenseChanged): void => {
  serve(licenses.list, (call) => listLicenses(db, call))

  serve(licenses.add, async (call) => ({ message: 'License added', ...(await addLicense(db, onChanged, call)) }))

  serve(licenses.change, async (call) => ({ message: 'License saved', ...(await changeLicense(db, onChanged, call)) }))

  serve(licenses.verify, (call) => verifyLicense(db, onChanged, call))

  serve(licenses.suspend, (call) => suspendLicense(db, onChanged, call))

  serve(licenses.remove, (call) => removeLicense(db, onChanged, call))
}
