import { create } from 'zustand'
import { onUserChange, session } from './session.ts'

interface Question {
  answer: ((isGiven: boolean) => void) | null
}

const useQuestion = create<Question>(() => ({ answer: null }))
let asked: Promise<boolean> | null = null

/** Asks for the password again, once for all calls that wait for it; false when it was not given. */
export const askPassword = (): Promise<boolean> =>
  (asked ??= new Promise((settle) => {
    const userId = session().user?._id
    // Nobody else is asked for this user's password.
    const stopWaiting = onUserChange((user) => user?._id !== userId && answer(false))
    const answer = (isGiven: boolean) => {
      stopWaiting()
      asked = null
      useQuestion.setState({ answer: null })
      settle(isGiven)
    }
    useQuestion.setState({ answer })
  }))

/** How the question that is open is answered. */
export const usePasswordQuestion = (): Question['answer'] => useQuestion(({ answer }) => answer)
