// The browser side of the PayPal simulator: what PayPal's SDK offers to a page, with button and approval in frames of this origin.
;(() => {
  const origin = new URL(document.currentScript.src).origin

  const makeFrame = (address, title, asked = {}) => {
    const frame = document.createElement('iframe')
    frame.src = `${origin}${address}?${new URLSearchParams({ ...asked, shop: location.origin })}`
    frame.title = title
    Object.assign(frame.style, { border: '0', width: '100%', height: '48px', colorScheme: 'light' })
    return frame
  }

  /** Asks the buyer, in a window over the page; resolves with what was decided. */
  const approval = (id) =>
    new Promise((resolve) => {
      const dialog = document.createElement('dialog')
      const frame = makeFrame('/approval', 'PayPal', { token: id })
      Object.assign(dialog.style, { border: '0', borderRadius: '10px', padding: '0', width: 'min(26rem, 92vw)' })
      frame.style.height = '320px'
      frame.style.display = 'block'
      const finish = (decision) => {
        window.removeEventListener('message', onMessage)
        dialog.remove()
        resolve(decision)
      }
      const onMessage = ({ source, origin: from, data }) => {
        if (source === frame.contentWindow && from === origin && data.kind === 'decided') finish(data.decision)
      }
      window.addEventListener('message', onMessage)
      dialog.addEventListener('cancel', () => finish('cancel'))
      dialog.setAttribute('aria-label', 'PayPal, test mode')
      dialog.append(frame)
      document.body.append(dialog)
      dialog.showModal()
    })

  const pay = async (options) => {
    try {
      const orderID = await options.createOrder({}, {})
      const ask = async () => {
        const decision = await approval(orderID)
        if (decision === 'approve') await options.onApprove?.({ orderID }, { restart: ask })
        else await options.onCancel?.({ orderID }, {})
      }
      await ask()
    } catch (error) {
      options.onError?.(error)
    }
  }

  const Buttons = (given) => {
    let options = given
    const frame = makeFrame('/button', 'PayPal')
    const onMessage = ({ source, origin: from, data }) => {
      if (source === frame.contentWindow && from === origin && data.kind === 'click') void pay(options)
    }
    return {
      isEligible: () => true,
      render: async (target) => {
        const place = typeof target === 'string' ? document.querySelector(target) : target
        window.addEventListener('message', onMessage)
        place.append(frame)
        options.onInit?.({}, { enable: async () => {}, disable: async () => {} })
      },
      updateProps: (more) => {
        options = { ...options, ...more }
      },
      close: async () => {
        window.removeEventListener('message', onMessage)
        frame.remove()
      },
    }
  }

  window.paypal = { version: 'simulator', Buttons, FUNDING: { PAYPAL: 'paypal' }, getFundingSources: () => ['paypal'] }
})()
