import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { suspectCases } from '../../quarantine/contract.ts'

export const useCases = (page: number) =>
  useQuery({ ...queryOf(suspectCases.list, { query: { page } }), placeholderData: keepPreviousData })

export const useCase = (id: string) => useQuery(queryOf(suspectCases.byId, { params: { id } }))

const about = { refresh: [suspectCases.list, suspectCases.byId], refreshesAlways: true, quiet: isAboutFields }

export const useOpenCase = () => useChange(suspectCases.open, about)
export const useAddCaseNote = (done: () => void) => useChange(suspectCases.addNote, { ...about, onSuccess: done })
export const useConclude = (done: () => void) => useChange(suspectCases.conclude, { ...about, onSuccess: done })
export const useEndCase = (done: () => void) => useChange(suspectCases.end, { ...about, onSuccess: done })
