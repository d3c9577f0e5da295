import { useState } from 'react'

/**
 * State of a checkbox that the server saves: shows the choice immediately, until the saved value changes; pass null to revert
 * it after an error. `isPending` of a mutation begins after the press and ends before the list is refetched.
 */
export const useChosen = (kept: boolean): [boolean, (chosen: boolean | null) => void] => {
  const [chosen, choose] = useState<boolean | null>(null)
  const [known, setKnown] = useState(kept)
  if (known !== kept) {
    setKnown(kept)
    choose(null)
  }
  return [chosen ?? kept, choose]
}
