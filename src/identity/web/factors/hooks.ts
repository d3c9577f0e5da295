import { useMutation, useQuery } from '@tanstack/react-query'
import { call, queryOf, useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { accounts } from '../../contract.ts'
import { factors } from '../../factors/contract.ts'
import { useArrival } from '../hooks.ts'
import { makePasskey, signWithPasskey } from './use-passkey.ts'

const refresh = [factors.mine, factors.ofUser, accounts.sessions]
const changeOptions = { quiet: isAboutFields, refresh }
/** The screen shows these errors next to the button. */
const quietly = { quiet: () => true }

export const useFactors = () => useQuery(queryOf(factors.mine))

export const useFactorsOf = (id: string) => useQuery(queryOf(factors.ofUser, { params: { id } }))

/** From the options to the stored passkey; returns recovery codes if it is the first factor. */
export const useAddPasskey = () => {
  const add = useChange(factors.addPasskey, { ...changeOptions, ...quietly })
  return useMutation({
    mutationFn: async (name: string) => {
      const passkey = await makePasskey(await call(factors.newPasskeyOptions))
      return add.mutateAsync({ body: { name, passkey } })
    },
  })
}

export const useRenamePasskey = () => useChange(factors.renamePasskey, changeOptions)

export const useTrustPasskey = () => useChange(factors.trustPasskey, changeOptions)

export const useRemovePasskey = () => useChange(factors.removePasskey, changeOptions)

export const useNewApp = () => useChange(factors.newApp)

export const useAddApp = () => useChange(factors.addApp, { ...changeOptions, ...quietly })

export const useRemoveApp = () => useChange(factors.removeApp, changeOptions)

export const useNewRecoveryCodes = () => useChange(factors.newRecoveryCodes, changeOptions)

export const useRemoveFactorsOf = () => useChange(factors.removeAll, changeOptions)

export const useEndSessionsOf = () => useChange(accounts.endSessionsOf, changeOptions)

/** Finishes a sign-in with a code. */
export const useSecondStep = () => useChange(factors.secondStep, { ...quietly, onSuccess: useArrival() })

/** Finishes a sign-in by passkey, or signs in by it alone; `isOffered` waits in the field's autofill. */
export const usePasskeySignIn = () => {
  const arrive = useArrival()
  return useMutation({
    mutationFn: async ({ key, isOffered }: { key?: string; isOffered?: boolean }) => {
      if (key === undefined) {
        const passkey = await signWithPasskey(await call(factors.passkeyOptions), isOffered)
        return call(factors.passkeySignIn, { body: { passkey } })
      }
      const passkey = await signWithPasskey(await call(factors.secondStepOptions, { body: { key } }))
      return call(factors.secondStep, { body: { key, passkey } })
    },
    onSuccess: arrive,
  })
}

export const useConfirmByPasskey = (done: () => void) =>
  useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey(await call(factors.confirmOptions))
      return call(factors.confirm, { body: { passkey } })
    },
    onSuccess: done,
  })
