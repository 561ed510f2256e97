export const topics = ['Streets & traffic', 'Gardens', 'Pets', 'Safety', 'Events', 'Help wanted'] as const;
export type Topic = (typeof topics)[number];

export interface Question {
  id: number;
  title: string;
  body: string;
  topic: Topic;
  votes: number;
  by: string;
}
export interface Comment {
  name: string;
  text: string;
}

export const questions: Question[] = [
  { id: 1, title: 'Who clears the snow on Elm Steps?', body: 'The stairs between Elm Road and the tram stop are never gritted. Is that the city or us?', topic: 'Streets & traffic', votes: 34, by: 'Ines' },
  { id: 2, title: 'Can anyone lend a hedge trimmer?', body: 'Ours gave up halfway round the hedge. One afternoon would do.', topic: 'Gardens', votes: 7, by: 'Walter' },
  { id: 3, title: 'Is there a vet open on Sundays?', body: 'Asking before we need one. Preferably reachable without a car.', topic: 'Pets', votes: 19, by: 'Noor' },
  { id: 4, title: 'When is this year’s street party?', body: 'I would like to book the bench tables from the parish in time.', topic: 'Events', votes: 41, by: 'Camille' },
  { id: 5, title: 'Why is the lamp at number 12 out again?', body: 'Third time since spring. Has somebody already reported it?', topic: 'Safety', votes: 26, by: 'Jakub' },
  { id: 6, title: 'Who could water my tomatoes in August?', body: 'Two weeks, every other day, you may keep all that ripens.', topic: 'Help wanted', votes: 12, by: 'Rosa' },
  { id: 7, title: 'Could Mill Lane become a 30 zone?', body: 'There are two schools now. What would it take to apply?', topic: 'Streets & traffic', votes: 58, by: 'Henrik' },
  { id: 8, title: 'What grows in full shade?', body: 'North wall, sandy soil, one metre wide. Ferns were eaten.', topic: 'Gardens', votes: 15, by: 'Adaeze' },
  { id: 9, title: 'Has anyone seen a grey cat with a white paw?', body: 'Her name is Minou, she has been away since Tuesday.', topic: 'Pets', votes: 47, by: 'Lucie' },
  { id: 10, title: 'Shall we do the flea market in the yard?', body: 'The weather was kind last year. First or second Saturday in June?', topic: 'Events', votes: 22, by: 'Tom' },
  { id: 11, title: 'Does somebody still have a key to the bike cellar?', body: 'The caretaker says there are four, I count three.', topic: 'Safety', votes: 9, by: 'Meera' },
  { id: 12, title: 'Who teaches the piano nearby?', body: 'For a patient grown-up beginner, evenings only.', topic: 'Help wanted', votes: 11, by: 'Gregor' },
  { id: 13, title: 'Are dogs allowed on the new lawn?', body: 'There are two signs and they do not agree with each other.', topic: 'Pets', votes: 30, by: 'Elsie' },
  { id: 14, title: 'Where do the compost bins go this autumn?', body: 'The old corner becomes a parking space, as far as I have heard.', topic: 'Gardens', votes: 17, by: 'Bashir' },
];

export const firstComments: Record<number, Comment[]> = {
  1: [{ name: 'Old Mr. Pohl', text: 'The city, since 1998. Call them and be stubborn.' }],
  4: [
    { name: 'Tom', text: 'The last Saturday in August, as every year.' },
    { name: 'Noor', text: 'I can bring the big tent.' },
  ],
  7: [{ name: 'Camille', text: 'Forty signatures are enough. I will sign.' }],
};
