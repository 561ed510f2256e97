export const SLOTS = ['10:00', '12:30', '15:00', '17:30']

export const treatments = [
  { id: 't01', title: 'General health check', department: 'General Medicine', fee: 85, minutes: 40, text: 'Blood pressure, basic blood work and a talk about your results.' },
  { id: 't02', title: 'Flu vaccination', department: 'General Medicine', fee: 30, minutes: 15, text: 'This season’s vaccine, given by a nurse. Please wear short sleeves.' },
  { id: 't03', title: 'Travel health consultation', department: 'General Medicine', fee: 55, minutes: 30, text: 'Vaccination plan and advice for your destination.' },
  { id: 't04', title: 'Mole screening', department: 'Dermatology', fee: 110, minutes: 30, text: 'Full-body skin check with a dermatoscope.' },
  { id: 't05', title: 'Acne consultation', department: 'Dermatology', fee: 75, minutes: 25, text: 'Skin assessment and a treatment plan for teens and adults.' },
  { id: 't06', title: 'Resting ECG', department: 'Cardiology', fee: 95, minutes: 20, text: 'Painless recording of your heart’s rhythm, with a written report.' },
  { id: 't07', title: 'Heart ultrasound', department: 'Cardiology', fee: 220, minutes: 45, text: 'Echocardiogram including a consultation with the cardiologist.' },
  { id: 't08', title: 'Back pain physiotherapy', department: 'Physiotherapy', fee: 70, minutes: 45, text: 'Assessment, manual therapy and exercises to take home.' },
  { id: 't09', title: 'Sports massage', department: 'Physiotherapy', fee: 65, minutes: 40, text: 'Deep tissue massage for tired or overworked muscles.' },
  { id: 't10', title: 'Dental cleaning', department: 'Dentistry', fee: 90, minutes: 45, text: 'Professional removal of plaque and tartar, polishing included.' },
  { id: 't11', title: 'Tooth whitening', department: 'Dentistry', fee: 249.5, minutes: 60, text: 'In-practice whitening with a check-up beforehand.' },
  { id: 't12', title: 'Eye test', department: 'Ophthalmology', fee: 49.5, minutes: 30, text: 'Visual acuity, eye pressure and a prescription for glasses.' },
  { id: 't13', title: 'Nutrition counselling', department: 'Nutrition', fee: 60, minutes: 50, text: 'Bring a three-day food diary, leave with a realistic plan.' },
  { id: 't14', title: 'Hearing test', department: 'Ear, Nose & Throat', fee: 58, minutes: 30, text: 'Audiogram in a sound-proof booth, results straight away.' }
]
