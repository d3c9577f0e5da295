import type { SignedUp } from '#customers/account-hooks.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Tx } from '#platform/db/tables.ts'

/** Records what an applicant sent besides the license number; nothing of it is verified. */
export const recordApplicant = async (tx: Tx, { userId, businessId, deaNumber, file }: SignedUp): Promise<void> => {
  if (deaNumber !== '')
    await tx
      .insertInto('license')
      .values({ id: newId(), business_id: businessId, kind: 'dea', number: deaNumber })
      .execute()
  if (file === null) return
  const { id } = await tx
    .selectFrom('license')
    .select('id')
    .where('business_id', '=', businessId)
    .where('place', '=', 1)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('license_file')
    .values({ id: newId(), license_id: id, ...file, added_by: userId })
    .execute()
}
