import { useState } from 'react'

/**
 * What a checkbox shows whose state the server keeps: the choice at once, until what is kept changes; null takes it back
 * after a refusal. A mutation alone says what was chosen a moment after the press, and no longer before the list is read again.
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
