import { z } from 'zod';

const Initiation = z.strictObject({
  InstructionIdentification: z.string().min(1).max(35),
  EndToEndIdentification: z.string().min(1).max(31),
  LocalInstrument: z.literal('UK.OBIE.FPS').optional(),
  InstructedAmount: z.strictObject({ Amount: z.string().regex(/^\d{1,13}\.\d{2}$/), Currency: z.literal('GBP') }),
  CreditorAccount: z.strictObject({
    SchemeName: z.literal('UK.OBIE.SortCodeAccountNumber'),
    Identification: z.string().regex(/^\d{14}$/),
    Name: z.string().min(1).max(350),
  }),
  RemittanceInformation: z.strictObject({ Unstructured: z.array(z.string().min(1).max(18)).length(1) }),
});
const Risk = z.strictObject({
  PaymentContextCode: z.string(),
  ContractPresentIndicator: z.boolean().optional(),
});

export const ConsentBody = z.strictObject({ Data: z.strictObject({ Initiation }), Risk });
export const PaymentBody = z.strictObject({ Data: z.strictObject({ ConsentId: z.string(), Initiation }), Risk });
export type ConsentBody = z.infer<typeof ConsentBody>;
export type PaymentBody = z.infer<typeof PaymentBody>;

export const readBody = <Shape extends z.ZodType>(shape: Shape, body: string): z.output<Shape> | undefined => {
  try {
    const read = shape.safeParse(JSON.parse(body));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
};

export const toPence = ({ Data }: Pick<ConsentBody, 'Data'> | Pick<PaymentBody, 'Data'>): bigint =>
  BigInt(Data.Initiation.InstructedAmount.Amount.replace('.', ''));
