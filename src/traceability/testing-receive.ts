import type { TestPortal, TestUser } from '#portal/testing.ts'

/** Uploads an EPCIS document as the given user. */
export const receiveTestDocument = (
  portal: TestPortal,
  content: string | Buffer,
  as: TestUser,
  field = 'file',
): ReturnType<TestPortal['send']> => {
  const head = `--edge\r\ncontent-disposition: form-data; name="${field}"; filename="trace.xml"\r\n\r\n`
  return portal.send({
    method: 'POST',
    url: '/api/trace/documents',
    as,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--edge--\r\n')]),
  })
}
