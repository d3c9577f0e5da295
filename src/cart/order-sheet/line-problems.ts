/** Why a line has no quantity that is certain. */
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
