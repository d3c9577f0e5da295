import assert from 'node:assert/strict'
import { it } from 'node:test'
import { largestLogo, logoProblem } from './check-logo.ts'

const svg = (content: string, attributes = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20" ${attributes}>${content}</svg>`)

it('accepts plain SVG drawings', () => {
  for (const drawing of [
    svg('<path d="M0 0h9v9z"/>'),
    svg('<defs><linearGradient id="a"/></defs><rect fill="url(#a)" width="9" height="9"/><use href="#b"/>'),
    svg('<image href="data:image/png;base64,AAAA" width="9" height="9"/>'),
    Buffer.from('<?xml version="1.0"?>\n<!-- made by hand -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ])
    assert.equal(logoProblem(drawing), null, drawing.toString())
})

it('refuses SVG files with scripts or external references', () => {
  for (const drawing of [
    svg('<script>alert(1)</script>'),
    svg('<SCRIPT/>'),
    svg('<path d="M0 0"/>', 'onload="alert(1)"'),
    svg('<a href="javascript:alert(1)"><text>x</text></a>'),
    svg('<a xlink:href="https://elsewhere.example"><text>x</text></a>'),
    svg('<image href="https://elsewhere.example/pixel.png"/>'),
    svg('<image href="data:image/svg+xml;base64,AAAA"/>'),
    svg('<foreignObject><p>x</p></foreignObject>'),
    svg('<style>@import "https://elsewhere.example/a.css"</style>'),
    svg('<rect fill="url(https://elsewhere.example/a.svg#b)"/>'),
    svg('<animate attributeName="href" to="x"/>'),
    svg('<animateTransform attributeName="transform" onbegin="alert(1)"/>'),
    svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'),
    svg('<svg:set attributeName="href" to="x"/>', 'xmlns:svg="http://www.w3.org/2000/svg"'),
    svg('<h:body xmlns:h="http://www.w3.org/1999/xhtml" h:x=""/>'),
    svg('<h:img xmlns:h="http://www.w3.org/1999/&#120;html"/>'),
    svg('<rect style="fill:u\\72l(https://elsewhere.example/a.svg#b)"/>'),
    svg('<rect style="fill:\\000075rl( https://elsewhere.example/a.svg#b)"/>'),
    svg('<rect style="fill:u\\rl(https://elsewhere.example)"/>'),
    svg('<rect fill="&#117;rl(https://elsewhere.example)"/>'),
    svg('<rect fill="&#x75;rl(https://elsewhere.example)"/>'),
    svg('<style>@\\69mport "https://elsewhere.example/a.css"</style>'),
    svg('<rect style="background:image-set(\'https://elsewhere.example/a.png\' 1x)"/>'),
    svg('<a href="&#106;avascript:alert(1)"><text>x</text></a>'),
  ])
    assert.match(logoProblem(drawing) ?? '', /without scripts/, drawing.toString())
  assert.match(
    logoProblem(Buffer.from('<?xml version="1.0" encoding="utf-7"?><svg xmlns="http://www.w3.org/2000/svg"/>')) ?? '',
    /saved as UTF-8/,
  )
  assert.match(logoProblem(Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>')) ?? '', /SVG/)
})

it('refuses other file types and large files', () => {
  assert.equal(logoProblem(Buffer.from('GIF89a')), 'an SVG or PNG file')
  assert.equal(logoProblem(Buffer.from('<html><svg></svg></html>')), 'an SVG or PNG file')
  assert.match(logoProblem(Buffer.alloc(largestLogo + 1)) ?? '', /256 KB/)
})
