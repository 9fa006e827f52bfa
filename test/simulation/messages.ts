import { formatAmount, money } from '@larkmere/money/money';
import type { PaymentInstruction } from '../../apps/api/src/payments/payment/rail.ts';

const document = (message: string, content: string): string =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}">${content}</Document>`;

type StatusMessage = Readonly<{ order: PaymentInstruction; status: string; deductedMinor: bigint; reason?: string }>;

export function pacs002({ order, status, deductedMinor, reason: code = 'AC01' }: StatusMessage, at: string): string {
  const { endToEndId, scheme, amount } = order;
  const reason = status === 'RJCT' ? `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>` : '';
  const isSettled = status === 'ACSC' || status === 'ACCC';
  const settled = isSettled ? `<FctvIntrBkSttlmDt><DtTm>${at}</DtTm></FctvIntrBkSttlmDt>` : '';
  // Only the correspondent deducts a charge; the payee's bank does not repeat it.
  const kept = formatAmount({ ...amount, minor: deductedMinor });
  const charges =
    status === 'ACSP' && deductedMinor > 0n
      ? `<ChrgsInf><Amt Ccy="${amount.currency}">${kept}</Amt><Agt><FinInstnId><BICFI>${correspondent}</BICFI></FinInstnId></Agt></ChrgsInf>`
      : '';
  const teller = isSettled ? 'COBADEFFXXX' : correspondent;
  const bank = scheme === 'swift' ? `<InstgAgt><FinInstnId><BICFI>${teller}</BICFI></FinInstnId></InstgAgt>` : '';
  return document(
    'pacs.002.001.10',
    `<FIToFIPmtStsRpt><GrpHdr><CreDtTm>${at}</CreDtTm></GrpHdr><TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason}${charges}${settled}${bank}</TxInfAndSts></FIToFIPmtStsRpt>`,
  );
}

const correspondent = 'CHASGB2LXXX';

export const pacs004 = ({ order: { endToEndId, amount }, deductedMinor }: StatusMessage, at: string): string =>
  document(
    'pacs.004.001.09',
    `<PmtRtr><TxInf><RtrId>R${endToEndId}</RtrId><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId>
     <RtrdIntrBkSttlmAmt Ccy="${amount.currency}">${formatAmount({ ...amount, minor: amount.minor - deductedMinor })}</RtrdIntrBkSttlmAmt><SttlmTmIndctn><CdtDtTm>${at}</CdtDtTm></SttlmTmIndctn>
     <RtrRsnInf><Rsn><Cd>AC04</Cd></Rsn></RtrRsnInf></TxInf></PmtRtr>`,
  );

export type Credit = Readonly<{ minor: bigint; accountNumber: string; reference: string; remittance?: string }>;

const sortCode = '040621';

export const camt054 = ({ minor, accountNumber, reference, remittance }: Credit, at: string): string =>
  document(
    'camt.054.001.08',
    `<BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry><Amt Ccy="GBP">${formatAmount(money('GBP', minor))}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
     <Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>${at}</DtTm></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>
     <NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Mary Major</Nm></Pty></Dbtr><CdtrAcct><Id><Othr><Id>${accountNumber}</Id></Othr></Id></CdtrAcct></RltdPties>
     <RltdAgts><CdtrAgt><FinInstnId><ClrSysMmbId><ClrSysId><Cd>GBDSC</Cd></ClrSysId><MmbId>${sortCode}</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt></RltdAgts>
     ${remittance === undefined ? '' : `<RmtInf><Ustrd>${remittance}</Ustrd></RmtInf>`}</TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn>`,
  );

const confirmations = { pending: 'PDCR', accepted: 'CNCL', refused: 'RJCR' } as const;
type RecallMessage = Pick<StatusMessage, 'order'> & Readonly<{ recall?: keyof typeof confirmations }>;

export const camt029 = ({ order: { endToEndId }, recall = 'pending' }: RecallMessage): string =>
  document(
    'camt.029.001.09',
    `<RsltnOfInvstgtn><Sts><Conf>${confirmations[recall]}</Conf></Sts><CxlDtls><TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId>${
      recall === 'refused' ? '<CxlStsRsnInf><Rsn><Cd>CUST</Cd></Rsn></CxlStsRsnInf>' : ''
    }</TxInfAndSts></CxlDtls></RsltnOfInvstgtn>`,
  );
