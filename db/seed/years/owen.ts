import {
  daysAgo,
  everyFewDays,
  everyMonth,
  exchange,
  pay,
  payByCard,
  receive,
  receiveInvoice,
  sendAbroad,
} from '../recurring-movements.ts';
import type { YearTemplate } from '../year.ts';

export const owen: YearTemplate = {
  closing: { GBP: '48206.19', EUR: '9450.00', USD: '19640.25' },
  movements: [
    everyFewDays(
      5,
      9,
      receiveInvoice('GBP', ['1000.00', '3500.00'], ['Heron Court Ltd', 'Bellwether Inns', 'M. Quayle']),
    ),
    everyMonth(22, '09:40', receive('GBP', '640.00', 'Harbour & Co', 'Maintenance')),

    everyMonth(1, '07:30', pay('1450.00', 'Northgate Lettings Ltd', 'Workshop rent')),
    everyMonth('last weekday', '10:01', pay('2140.00', 'Ploy Srisai', 'Wages')),
    everyMonth('last weekday', '10:03', pay('1985.50', 'Daniel Okafor', 'Wages')),
    everyMonth('last weekday', '10:05', pay('1120.00', "Ruth O'Donnell", 'Wages')),
    everyFewDays(15, 21, pay(['600.00', '1900.00'], 'Mekong Trading Ltd', 'Timber')),
    everyMonth(13, '16:10', pay(['45.00', '90.00'], 'The Copper Kettle Bakery', 'Team lunch')),
    everyMonth(19, '14:25', pay(['120.00', '380.00'], 'William Penrose', 'Delivery rounds')),
    daysAgo(96, '15:12', pay('342.80', 'Ashdown Books LLP', 'Catalogue print')),
    daysAgo(
      27,
      '11:48',
      pay('815.00', 'Fenwick Tiles Ltd', 'Samples', { state: 'returned', reason: 'AC04', afterDays: 1 }),
    ),
    daysAgo(1, '11:05', pay('1268.40', 'Mekong Trading Ltd', 'Oak boards')),

    everyMonth(4, '07:10', payByCard('GBP', ['140.00', '260.00'], ['Brightwater Energy'])),
    everyMonth(7, '07:10', payByCard('GBP', '48.00', ['Fennel Broadband'])),
    everyMonth(15, '07:10', payByCard('GBP', '310.00', ['Hillside Council'])),
    everyFewDays(3, 6, payByCard('GBP', ['8.00', '130.00'], ['Chisel & Plane', 'Fairlead Fuels', 'Ironmonger Row'])),
    everyMonth(21, '12:15', exchange('GBP', '1500.00', 'EUR', ['1.1480', '1.1730'], '0.50'), 3),

    everyMonth(9, '11:15', receiveInvoice('EUR', ['1000.00', '2000.00'], ['Atelier Nord', 'Maison Colvert']), 2),
    everyMonth(
      24,
      '13:30',
      sendAbroad('EUR', ['1100.00', '1900.00'], 'Holzhandel Brandt', 'DE83 9999 9999 2620 4417 95', 'Beech'),
      2,
    ),
    everyMonth(
      26,
      '13:45',
      sendAbroad('EUR', ['480.00', '900.00'], 'Quincaillerie Aubin', 'FR76 9999 9100 4220 4177 5843 156', 'Hinges'),
      3,
    ),

    everyMonth(
      11,
      '16:20',
      receiveInvoice('USD', ['1400.00', '2600.00'], ['Bluestem Interiors Inc', 'Cedar Row LLC']),
      2,
    ),
    everyMonth(
      18,
      '15:05',
      sendAbroad('USD', ['700.00', '1300.00'], 'Great Lakes Veneer Co', '021000021 · 884213075', 'Walnut veneer'),
      2,
    ),
    everyMonth(20, '14:10', exchange('GBP', '800.00', 'USD', ['1.3180', '1.3460'], '0.50'), 2),
  ],
};
