import type { CreationOptions, RequestOptions } from '../../factors/factor-shapes.ts'

/** Passkeys need a host name: browsers offer none at an IP address. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

const library = () => import('@simplewebauthn/browser')

/** Creates a passkey in the browser; throws errors with a user-facing message. */
export const makePasskey = async (options: CreationOptions) => {
  const { startRegistration } = await library()
  return startRegistration({ optionsJSON: options }).catch((error: unknown) => {
    throw new Error(sentenceFor(error))
  })
}

/** Signs with a passkey; `isOffered` waits until the user picks one in a field's autofill. */
export const signWithPasskey = async (options: RequestOptions, isOffered = false) => {
  const { startAuthentication } = await library()
  return startAuthentication({ optionsJSON: options, useBrowserAutofill: isOffered }).catch((error: unknown) => {
    throw new Error(sentenceFor(error))
  })
}

/** Whether this browser offers passkeys in autofill. */
export const areSuggested = async (): Promise<boolean> =>
  canUsePasskeys() && (await library()).browserSupportsWebAuthnAutofill()

/** Aborts a pending browser request, such as the one behind autofill. */
export const stopAsking = (): void =>
  void library().then(
    ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
    // If the library did not load, no request is pending.
    () => {},
  )

const sentenceFor = (error: unknown): string => {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used. The request was canceled or timed out.'
  return 'This browser could not use a passkey.'
}
