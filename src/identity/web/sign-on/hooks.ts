import { useQuery } from '@tanstack/react-query'
import { editedQueryOf, queryOf, useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { signOn } from '../../sign-on/contract.ts'
import { useArrival } from '../hooks.ts'

/** The page itself shows the result. */
const quietly = { quiet: () => true }

export const useSignOnMethods = () => useQuery(queryOf(signOn.ways))

/** Leaves the portal for the provider's page. */
export const useBeginSignOn = () =>
  useChange(signOn.begin, { ...quietly, onSuccess: ({ url }) => location.assign(url) })

export const useFinishSignOn = () => useChange(signOn.finish, { ...quietly, onSuccess: useArrival() })

const changeOptions = {
  quiet: isAboutFields,
  refresh: [signOn.ofBusiness],
}

export const useSignOnOf = (id: string) => useQuery(editedQueryOf(signOn.ofBusiness, { params: { id } }))

export const useChangeSignOn = () => useChange(signOn.change, changeOptions)

export const useRemoveSignOn = () => useChange(signOn.remove, changeOptions)
