import { daysAgo, everyFewDays, everyMonth, exchange, payByCard, receive, sendAbroad } from '../recurring-movements.ts';
import type { YearTemplate } from '../year.ts';

export const boon: YearTemplate = {
  closing: { GBP: '1840.20', EUR: '412.90', THB: '22500.00' },
  movements: [
    everyMonth(28, '08:10', receive('GBP', ['560.00', '700.00'], 'Pepperpot Kitchen', 'Wages')),
    everyMonth(2, '12:40', exchange('GBP', '420.00', 'THB', ['45.9000', '46.8000'], '1.00')),
    everyMonth(2, '13:05', sendAbroad('THB', ['17000.00', '20000.00'], 'Somsri Chaiyo', '206-4-11873-5', 'Home')),
    everyFewDays(5, 8, payByCard('GBP', ['8.00', '62.00'], ['Greengate Market', 'City Tramways', 'Pigeon Mobile'])),
    everyMonth(15, '16:30', exchange('GBP', '120.00', 'EUR', ['1.1410', '1.1650'], '1.00'), 4),
    everyFewDays(25, 40, payByCard('EUR', ['9.00', '58.00'], ['Mercado da Praça', 'Linha Azul'])),
    daysAgo(2, '17:55', receive('GBP', '150.00', 'Anya Chaiyo', 'Thank you')),
  ],
};
