import type { CreationOptions, RequestOptions } from '../../factors/factor-shapes.ts'

/** Passkeys belong to a name: browsers know none at an address that is a number. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

const library = () => import('@simplewebauthn/browser')

/** Has the browser make a passkey; what went wrong is thrown as a sentence. */
export const makePasskey = async (options: CreationOptions) => {
  const { startRegistration } = await library()
  return startRegistration({ optionsJSON: options }).catch((error: unknown) => {
    throw new Error(sentenceFor(error))
  })
}

/** Has a passkey sign; `isOffered` waits until it is chosen among the suggestions of a field. */
export const signWithPasskey = async (options: RequestOptions, isOffered = false) => {
  const { startAuthentication } = await library()
  return startAuthentication({ optionsJSON: options, useBrowserAutofill: isOffered }).catch((error: unknown) => {
    throw new Error(sentenceFor(error))
  })
}

/** Whether fields of this browser suggest passkeys. */
export const areSuggested = async (): Promise<boolean> =>
  canUsePasskeys() && (await library()).browserSupportsWebAuthnAutofill()

/** Ends a question that waits in the browser, such as the one behind the suggestions. */
export const stopAsking = (): void =>
  void library().then(
    ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
    // Without the library nothing was asked.
    () => {},
  )

const sentenceFor = (error: unknown): string => {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used. The request was canceled or timed out.'
  return 'This browser could not use a passkey.'
}
