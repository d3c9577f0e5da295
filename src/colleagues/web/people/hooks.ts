import { useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { users } from '#customers/contract.ts'
import { people } from '../../people/contract.ts'

const changeOptions = {
  refresh: [people.list, users.byId, users.colleagues],
}

export const useInvitePerson = () => useChange(people.invite, { ...changeOptions, quiet: isAboutFields })

export const useInvitePersonAgain = () => useChange(people.inviteAgain, changeOptions)

export const useChangePerson = () => useChange(people.change, changeOptions)

export const useAllowManagers = () => useChange(people.allow, changeOptions)
