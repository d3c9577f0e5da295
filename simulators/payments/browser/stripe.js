// The browser side of the Stripe simulator: what Stripe.js offers to a page, with the card fields in a frame of this origin.
;(() => {
  const origin = new URL(document.currentScript.src).origin

  const makeElement = (elements) => {
    const frame = document.createElement('iframe')
    const listeners = { ready: [], change: [] }
    const waiting = new Map()
    let count = 0
    frame.title = 'Secure card payment input frame'
    frame.allow = 'payment'
    Object.assign(frame.style, { border: '0', width: '100%', height: '190px', colorScheme: 'light' })

    const emit = (name, event) => (listeners[name] ?? []).forEach((listener) => listener(event))
    const onMessage = ({ source, origin: from, data }) => {
      if (source !== frame.contentWindow || from !== origin) return
      if (data.kind === 'ready') emit('ready', { elementType: 'payment' })
      if (data.kind === 'change') emit('change', { elementType: 'payment', ...data.state })
      if (data.kind === 'height') frame.style.height = `${data.height}px`
      if (data.kind === 'done') {
        waiting.get(data.call)?.(data.result)
        waiting.delete(data.call)
      }
    }

    const element = {
      mount: (target) => {
        const place = typeof target === 'string' ? document.querySelector(target) : target
        window.addEventListener('message', onMessage)
        const query = new URLSearchParams({ theme: elements.theme, shop: location.origin })
        frame.src = `${origin}/card?${query}`
        place.append(frame)
      },
      unmount: () => frame.remove(),
      destroy: () => {
        window.removeEventListener('message', onMessage)
        frame.remove()
      },
      on: (name, listener) => {
        ;(listeners[name] ??= []).push(listener)
        return element
      },
      once: (name, listener) => element.on(name, listener),
      off: (name, listener) => {
        listeners[name] = (listeners[name] ?? []).filter((one) => one !== listener)
        return element
      },
      update: () => {},
      focus: () => frame.focus(),
      blur: () => frame.blur(),
      clear: () => {},
      collapse: () => {},
      confirm: (given) =>
        new Promise((resolve) => {
          waiting.set(++count, resolve)
          const { clientSecret } = given
          frame.contentWindow.postMessage({ kind: 'confirm', call: count, clientSecret }, origin)
        }),
    }
    return element
  }

  const makeElements = ({ clientSecret, appearance }) => {
    let element = null
    const elements = {
      clientSecret,
      theme: appearance?.theme === 'night' ? 'night' : 'stripe',
      create: () => (element = makeElement(elements)),
      getElement: () => element,
      update: () => {},
      submit: async () => ({}),
      fetchUpdates: async () => ({}),
      on: () => {},
      off: () => {},
    }
    return elements
  }

  window.Stripe = (key) => {
    if (!key.startsWith('pk_test_')) throw new Error('The Stripe simulator takes test keys only.')
    const refuse = async () => ({ error: { type: 'invalid_request_error', message: 'Not part of this double.' } })
    return {
      elements: makeElements,
      confirmPayment: (given) => given.elements.getElement().confirm({ ...given.elements, ...given }),
      createToken: refuse,
      createPaymentMethod: refuse,
      confirmCardPayment: refuse,
      registerAppInfo: () => {},
      _registerWrapper: () => {},
    }
  }
  window.Stripe.version = 'endive'
})()
