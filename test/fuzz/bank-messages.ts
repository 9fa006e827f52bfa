import type { Random } from '../simulation/random.ts';

const ids = (reference: string): string =>
  `<OrgnlInstrId>${reference}</OrgnlInstrId><OrgnlEndToEndId>${reference}</OrgnlEndToEndId>`;
const at = '2026-11-20T10:00:00Z';

const documents = {
  'payment.status': (reference: string, { oneOf }: Random): string => {
    const status = oneOf(['RCVD', 'PDNG', 'ACSP', 'ACSC', 'RJCT', 'ACCC']);
    return `<Document><FIToFIPmtStsRpt><GrpHdr><CreDtTm>${at}</CreDtTm></GrpHdr><TxInfAndSts>${ids(reference)}
      <TxSts>${status}</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>closed</AddtlInf></StsRsnInf>
      <ChrgsInf><Amt Ccy="GBP">0.10</Amt></ChrgsInf><AccptncDtTm>${at}</AccptncDtTm><ClrSysRef>R1</ClrSysRef>
      <InstgAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></InstgAgt></TxInfAndSts></FIToFIPmtStsRpt></Document>`;
  },
  'payment.return': (reference: string, { oneOf }: Random): string =>
    `<Document><PmtRtr><TxInf><RtrId>${reference}R</RtrId>${ids(reference)}
      <RtrdIntrBkSttlmAmt Ccy="${oneOf(['GBP', 'EUR', 'JPY'])}">${oneOf(['25.00', '1.00', '0.00'])}</RtrdIntrBkSttlmAmt>
      <SttlmTmIndctn><CdtDtTm>${at}</CdtDtTm></SttlmTmIndctn>
      <RtrRsnInf><Rsn><Cd>AC04</Cd></Rsn></RtrRsnInf></TxInf></PmtRtr></Document>`,
  'payment.recall': (reference: string, { oneOf }: Random): string =>
    `<Document><RsltnOfInvstgtn><Sts><Conf>${oneOf(['CNCL', 'RJCR', 'PDCR'])}</Conf></Sts>
      <CxlDtls><TxInfAndSts>${ids(reference)}<CxlStsRsnInf><Rsn><Cd>CUST</Cd></Rsn></CxlStsRsnInf></TxInfAndSts></CxlDtls>
      </RsltnOfInvstgtn></Document>`,
  credit: (reference: string, { oneOf, between }: Random): string =>
    `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry><Amt Ccy="${oneOf(['GBP', 'EUR', 'THB'])}">${between(0, 90)}.10</Amt>
      <CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>${at}</DtTm></BookgDt>
      <AcctSvcrRef>${reference}${between(0, 1e6)}</AcctSvcrRef><NtryDtls><TxDtls>
      <RltdPties><Dbtr><Pty><Nm>Ann</Nm></Pty></Dbtr><CdtrAcct><Id><IBAN>GB94LARK04062341000009</IBAN></Id></CdtrAcct></RltdPties>
      <RmtInf><Ustrd>Rent</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`,
};
export type RailKind = keyof typeof documents;
const kinds = Object.keys(documents) as RailKind[];

export function railMessage(reference: string, random: Random, odd: readonly unknown[]) {
  const kind = random.oneOf(kinds);
  const document = documents[kind](reference, random);
  return { kind, document: random.chance(0.4) ? document : broken(document, random, odd) };
}

function broken(document: string, { between, oneOf, chance }: Random, odd: readonly unknown[]): string {
  const texts = [...document.matchAll(/>([^<\n]+)</g)];
  const { index, 1: text = '' } = oneOf(texts);
  const other = oneOf(odd.filter((value) => typeof value === 'string' || typeof value === 'number'));
  if (chance(0.5)) return `${document.slice(0, index + 1)}${String(other)}${document.slice(index + 1 + text.length)}`;
  const [from, length] = [between(0, document.length), between(1, 200)];
  return oneOf([
    document.slice(0, from),
    document.slice(0, from) + document.slice(from + length),
    document.slice(0, from) + document.slice(from, from + length).repeat(3) + document.slice(from),
    `<!DOCTYPE a>${document}`,
    document.replaceAll('Ccy="', 'Ccy="X'),
    '<a>'.repeat(between(1, 20_000)),
  ]);
}
