import { create } from 'zustand'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { onUserChange, session } from './session.ts'

interface Question {
  answer: ((isGiven: boolean) => void) | null
}

/** A dialog above the page, opened once for all calls that wait for its answer; a change of user may answer it. */
const makeQuestion = (answerBy: (now: SignedInUser | null, asked: SignedInUser | null) => boolean | null) => {
  const useQuestion = create<Question>(() => ({ answer: null }))
  let asked: Promise<boolean> | null = null
  return {
    isAsked: (): boolean => asked !== null,
    ask: (): Promise<boolean> =>
      (asked ??= new Promise((settle) => {
        const { user } = session()
        const stopWaiting = onUserChange((now) => {
          const answered = answerBy(now, user)
          if (answered !== null) answer(answered)
        })
        const answer = (isGiven: boolean) => {
          stopWaiting()
          asked = null
          useQuestion.setState({ answer: null })
          settle(isGiven)
        }
        useQuestion.setState({ answer })
      })),
    /** The callback that answers the open dialog. */
    useAnswer: (): Question['answer'] => useQuestion(({ answer }) => answer),
  }
}

// Only this user can answer with this user's password.
const password = makeQuestion((now, user) => (now?._id === user?._id ? null : false))

/** Asks for the password again; false if it was not given. */
export const promptPassword = password.ask
export const usePasswordQuestion = password.useAnswer

// The same user may have signed in again in another tab.
const signIn = makeQuestion((now, user) => now !== null && now._id === user?._id)

/** Asks the user whose session ended to sign in again; false if they did not. */
export const promptSignIn = signIn.ask
export const useSignInQuestion = signIn.useAnswer
export const isSignInPrompted = signIn.isAsked
