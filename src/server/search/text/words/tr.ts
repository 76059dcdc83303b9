import { languageWords } from './language-words.ts';

export const turkish = languageWords({
  functionWords: `
    acaba ama ancak artık aslında az bana bazı belki ben beni benim bile bir biraz birçok biri birkaç
    biz bize bizi bizim böyle bu buna bunda bundan bunlar bunu bunun burada çok çünkü da daha de defa
    değil diğer diye dolayı en fakat gibi göre ha hala hangi hatta hem henüz hep hepsi her herhangi
    hiç hiçbir için ile ilgili ise işte kadar karşı kendi kez ki kim kime kimse lakin mı mi mu mü nasıl ne neden
    nedenle nerede niye o olan olarak oldu olduğu olduğunda olması olmak olur olursa ona onlar onların onu onun
    orada öyle önce oysa pek rağmen sadece sanki sen seni siz size sizin son sonra şey şimdi şöyle şu
    tarafından tüm üzere üzerinde var ve veya ya yani yapılan yeni yine yok yoksa zaten lütfen
    hakkında dair konusunda son edildi eden etti ediyor
    oluyor yapar yapıyor olacak olduğuna
    hariç dışında dışındaki haricinde olmasın ederse olursa
    verilen alınan edilen çıkan
  `,
  commandVerbs: `
    bildir bildirin haber ver verin uyar uyarın söyle söyleyin göster gösterin gönder gönderin
    bul bulun ara arayın izle izleyin takip et edin bilgilendir bilgilendirin ilet iletin istiyorum
    öğrenmek bilmek
  `,
  newsWords: `
    haber haberi haberler haberleri haberlerini makale makaleler makaleleri yazı yazılar gelişme
    gelişmeler gelişmeleri bilgi bilgiler manşet manşetler
  `,
  conditions: 'eğer, olduğunda, olursa, zaman, ne zaman, her zaman, olunca, ise',
  and: 've, ile, hem, ayrıca',
  or: 'veya, ya da, yahut, veyahut',
});
