/** Look-alike drug names, a group per line, in tall-man lettering: the FDA's list, then additions from the ISMP's. */
const groups = `
acetaZOLAMIDE acetoHEXAMIDE
buPROPion busPIRone
chlorproMAZINE chlorproPAMIDE
clomiPHENE clomiPRAMINE
cycloSERINE cycloSPORINE
DAUNOrubicin DOXOrubicin
dimenhyDRINATE diphenhydrAMINE
DOBUTamine DOPamine
glipiZIDE glyBURIDE
hydrALAZINE hydrOXYzine HYDROmorphone
medroxyPROGESTERone methylPREDNISolone methylTESTOSTERone
mitoXANTRONE
niCARdipine NIFEdipine
predniSONE prednisoLONE
risperiDONE rOPINIRole
sulfADIAZINE sulfiSOXAZOLE
TOLAZamide TOLBUTamide
vinBLAStine vinCRIStine

ALPRAZolam LORazepam clonazePAM cloNIDine
amLODIPine aMILoride
azaCITIDine azaTHIOprine
CARBOplatin CISplatin
ceFAZolin cefTRIAXone
chlordiazePOXIDE chlorproMAZINE
DACTINomycin DAPTOmycin
DULoxetine FLUoxetine PARoxetine
ePHEDrine EPINEPHrine
fentaNYL SUFentanil
guaiFENesin guanFACINE
HYDROcodone oxyCODONE
inFLIXimab riTUXimab
lamiVUDine lamoTRIgine
levETIRAcetam levOCARNitine levoFLOXacin
metFORMIN metroNIDAZOLE
niMODipine NIFEdipine
OLANZapine QUEtiapine
OXcarbazepine carBAMazepine
PENTobarbital PHENobarbital
quiNIDine quiNINE
rifAMPin rifAXIMin
SAXagliptin SITagliptin
SUMAtriptan ZOLMitriptan
tiaGABine tiZANidine
traMADol traZODone
valACYclovir valGANciclovir
CeleBREX CeleXA
HumaLOG HumuLIN
NovoLIN NovoLOG
PriLOSEC PROzac
`
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split(' '))

const tallMan = new Map(groups.flat().map((name) => [name.toLowerCase(), name]))

/** The tall-man spelling of a drug name; null without look-alikes. */
export const tallManOf = (word: string): string | null => tallMan.get(word.toLowerCase()) ?? null

/** Names that this one can be mistaken for. */
export const lookAlikesOf = (word: string): string[] =>
  groups
    .map((names) => names.map((name) => name.toLowerCase()))
    .filter((names) => names.includes(word))
    .flatMap((names) => names.filter((name) => name !== word))
