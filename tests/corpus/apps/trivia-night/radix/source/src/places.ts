export type Kind = 'Mountain' | 'River' | 'City' | 'Desert' | 'Island';
export interface Place {
  title: string;
  kind: Kind;
  points: number;
}

export const places: Place[] = [
  { title: 'Kilimanjaro', kind: 'Mountain', points: 40 },
  { title: 'Mekong', kind: 'River', points: 55 },
  { title: 'Valparaíso', kind: 'City', points: 70 },
  { title: 'Atacama', kind: 'Desert', points: 45 },
  { title: 'Socotra', kind: 'Island', points: 90 },
  { title: 'Aconcagua', kind: 'Mountain', points: 60 },
  { title: 'Danube', kind: 'River', points: 25 },
  { title: 'Samarkand', kind: 'City', points: 65 },
  { title: 'Gobi', kind: 'Desert', points: 35 },
  { title: 'Tasmania', kind: 'Island', points: 30 },
  { title: 'Denali', kind: 'Mountain', points: 50 },
  { title: 'Orinoco', kind: 'River', points: 75 },
  { title: 'Reykjavík', kind: 'City', points: 20 },
  { title: 'Taklamakan', kind: 'Desert', points: 85 },
  { title: 'Svalbard', kind: 'Island', points: 50 },
  { title: 'Zanzibar', kind: 'Island', points: 40 },
];

export const kinds = [...new Set(places.map((p) => p.kind))];

export interface Question {
  text: string;
  answers: string[];
  right: string;
}

export const questions: Question[] = [
  { text: 'Which lake is the deepest in the world?', answers: ['Lake Superior', 'Tanganyika', 'Baikal', 'Titicaca'], right: 'Baikal' },
  { text: 'Which river flows through Vienna, Budapest and Belgrade?', answers: ['Danube', 'Elbe', 'Rhine', 'Vistula'], right: 'Danube' },
  { text: 'Which country has the most time zones, overseas areas included?', answers: ['Russia', 'United States', 'China', 'France'], right: 'France' },
];
