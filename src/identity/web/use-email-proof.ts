import { useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { accounts } from '../contract.ts'

/** Shows the server's message; field errors appear next to the field. */
const told = { quiet: isAboutFields }

export const useEmailProof = (id: string) => useQuery(queryOf(accounts.emailProof, { params: { id } }))

export const useSendEmailProof = () => useChange(accounts.sendEmailProof, { ...told, refresh: [accounts.emailProof] })

export const useCancelEmail = () => useChange(accounts.cancelEmail, { ...told, refresh: [accounts.emailProof] })
