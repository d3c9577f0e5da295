/** Why a line has no reliable quantity. */
export const lineProblems = [
  'noCode',
  'severalCodes',
  'caseCode',
  'codeCount',
  'noQuantity',
  'unclearQuantity',
  'severalNumbers',
  'packSize',
  'noColumn',
  'otherHeader',
  'otherWidth',
] as const
export type LineProblem = (typeof lineProblems)[number]
