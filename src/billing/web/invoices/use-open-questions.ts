import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { invoices } from '../../invoices/contract.ts'

export const useOpenQuestions = () => useQuery(queryOf(invoices.openQuestions))
