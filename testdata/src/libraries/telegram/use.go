package use

import tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

func shipped(bot *tgbotapi.BotAPI, chat int64, order string) error {
	_, err := bot.Send(tgbotapi.NewMessage(chat, "Order "+order+" is on its way")) // is: effect notify, call
	return err
}

func photos(bot *tgbotapi.BotAPI, chat int64, urls []string) error {
	var files []any
	for _, url := range urls {
		files = append(files, tgbotapi.NewInputMediaPhoto(tgbotapi.FileURL(url)))
	}
	_, err := bot.SendMediaGroup(tgbotapi.NewMediaGroup(chat, files)) // is: effect notify, call
	return err
}
