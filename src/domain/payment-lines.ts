/** The shop's data for invoices and transfers, as printed; empty where not set. */
export interface PaymentDetails {
  title: string;
  taxNumber: string;
  bank: string;
  account: string;
}

/** The lines for invoice and transfer in the header of a quotation; empty ones are left out. */
export const paymentLines = ({ title, taxNumber, bank, account }: PaymentDetails): string[] =>
  [
    [
      ['抬头', title],
      ['税号', taxNumber],
    ],
    [
      ['开户行', bank],
      ['账号', account],
    ],
  ].flatMap((line) => {
    const filled = line.filter(([, value]) => value !== '').map((pair) => pair.join(' '));
    return filled.length === 0 ? [] : [filled.join('　')];
  });
