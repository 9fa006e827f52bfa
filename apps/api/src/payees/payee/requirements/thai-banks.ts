const banks: readonly (readonly [code: string, name: string, ...digits: number[]])[] = [
  ['002', 'Bangkok Bank', 10],
  ['004', 'Kasikorn Bank', 10],
  ['006', 'Krungthai Bank', 10],
  ['011', 'TMBThanachart Bank (ttb)', 10],
  ['014', 'Siam Commercial Bank', 10],
  ['017', 'Citibank', 10],
  ['020', 'Standard Chartered (Thai)', 10],
  ['022', 'CIMB Thai Bank', 10],
  ['024', 'United Overseas Bank (Thai)', 10],
  ['025', 'Bank of Ayudhya (Krungsri)', 10],
  ['030', 'Government Savings Bank', 12],
  ['031', 'HSBC'],
  ['033', 'Government Housing Bank', 12],
  ['034', 'Bank for Agriculture and Agricultural Cooperatives', 12],
  ['039', 'Mizuho Bank'],
  ['052', 'Bank of China (Thai)'],
  ['066', 'Islamic Bank of Thailand', 10],
  ['067', 'Tisco Bank', 10, 14],
  ['069', 'Kiatnakin Phatra Bank', 10, 14],
  ['070', 'ICBC (Thai)'],
  ['071', 'Thai Credit Bank'],
  ['073', 'Land and Houses Bank', 10],
];

export const thaiBanks = banks
  .map(([code, name, ...digits]) => ({ code, name, digits }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

export const thaiBankName = (bankCode: string): string | undefined =>
  thaiBanks.find(({ code }) => code === bankCode)?.name;
