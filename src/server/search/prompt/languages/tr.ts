import type { LanguageLexicon } from './language-lexicon.ts';

export const turkishLexicon: LanguageLexicon = {
  events: `
satın alma, satın aldı, satın alıyor, devralma, devraldı, satın alacak, satın alırsa; satın alındı, bünyesine kattı, devralıyor
birleşme, birleşiyor, birleşti
iflas, iflas etti, konkordato, iflasını; battı, tasfiye
işten çıkarma, işten çıkardı, işten çıkarıyor, toplu işten çıkarma; işçi çıkardı, kişiyi çıkardı
grev, greve, iş bırakma; iş bıraktı, grevde
geri çağırma, geri çağırdı, geri çağırıyor
dava, dava açtı, mahkeme; tazminat
ceza, para cezası, ceza kesti; cezası, kesildi
yaptırım, ambargo
artış, artırdı, artırma, yükseliş, zam, yükseldi, arttı, artırıyor; yükseltti, rekor
indirim, indirdi, düşüş, düşürdü, düştü, azaldı, azalış; geriledi, gerileme, indirimi
istifa, istifa etti, görevden alındı; ayrıldı, bıraktı, istifası
atama, atandı, atadı; göreve, getirildi
kaza, çarpışma; devrildi, çarpıştı, düştü
kapanma, kapattı, kapatıyor, kapatılması; kapatıldı, durdurdu
onay, onayladı, izin; onaylandı, onayı
yasak, yasakladı; yasaklandı
seçim, oylama, seçimler; sandık, oy
fırtına, kasırga, tayfun; hortum
deprem, sarsıntı; sallandı, büyüklüğünde
sel, su baskını, taşkın
yangın, orman yangını; alev, yandı
patlama, patladı
saldırı, terör saldırısı; bomba
anlaşma, sözleşme; imzaladı
tutuklama, tutuklandı, gözaltı; gözaltına
`,
  things: `
banka, bankalar
merkez bankası; TCMB, Fed
faiz, politika faizi, faiz oranı; baz puan
kâr, net kâr, kar
zarar, zararı
temettü, kâr payı
gümrük vergisi, vergi; tarife
enflasyon, TÜFE; tüketici fiyatları
bakan, başbakan; bakanı
fabrika, tesis
havayolu, hava yolu; THY, uçuş
`,
  countries: `
TR Türk; Ankara, İstanbul, İzmir
DE Alman; Berlin
FR Fransız; Paris
GB İngiliz, İngiltere, Britanya; Londra
US Amerikan, ABD, Amerika; Washington
RU Rus; Moskova
UA Ukraynalı; Kiev
CN Çinli, Çin; Pekin
JP Japon; Tokyo
IR İranlı; Tahran
IL İsrailli
SA Suudi; Riyad
GR Yunan; Atina
IT İtalyan; Roma
ES İspanyol; Madrid
AZ Azeri, Azerbaycanlı; Bakü
`,
  regions: `
Avrupa, Avrupalı: europe
Asya, Asyalı: asia
Afrika, Afrikalı: africa
Latin Amerika: latinAmerica
Orta Doğu, Ortadoğu: middleEast
`,
  generalWords: `
    şirket şirketi şirketler firma grup holding ülke ülkeler devlet hükümet kurum kişi insanlar büyük
    yeni yıl ay hafta gün açıkladı duyurdu olay sektör dünya uluslararası önemli
  `,
  negations: `değil yok yalanladı hiç hiçbir reddetti`,
};
